"""A load above the server's capacity, and a new release under load: `make busy`, `make roll`."""
