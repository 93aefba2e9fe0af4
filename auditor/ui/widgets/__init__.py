"""What the pages are made of: buttons, texts, cards and fields that follow the theme."""
