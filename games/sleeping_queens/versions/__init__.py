"""Effects of older revisions, frozen: matches that began under them end under them."""
