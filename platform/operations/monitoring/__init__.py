"""The state of the server, measured once, for Prometheus and for the administrators' page."""
