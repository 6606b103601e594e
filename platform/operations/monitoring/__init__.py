"""How the server is: measured once, for Prometheus and for the keeper's page alike."""
