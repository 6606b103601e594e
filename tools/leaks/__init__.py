"""Proof that no answer reveals what its seat may not know: each is compared with a twin's."""
