"""The blind page on which an auditor corrects the boxes and letters of panels. Not built yet."""
