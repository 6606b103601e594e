"""The load: people at tables, each with a socket, in a process of its own that costs little."""
