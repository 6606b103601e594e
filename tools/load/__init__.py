"""More load than a server can carry, and a new release under load: `make busy`, `make roll`."""
