"""The proof that a commit can be released: `make release`."""
