"""The benchmark of this server beside a peer, on one machine and in one run: `make bench`."""
