"""What superseded revisions did otherwise, frozen: matches that began under them end under them."""
