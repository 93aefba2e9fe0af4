"""What a figure is: judges that give a label and calibrated probabilities."""
