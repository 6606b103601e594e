"""What becomes of matches when everything under them breaks: `make chaos`."""
