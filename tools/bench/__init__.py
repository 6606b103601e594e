"""Measuring ourselves against a peer, both on this machine and in one run: `make bench`."""
