"""Breaks everything under running matches: `make chaos`."""
