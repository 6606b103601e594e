"""PostgreSQL and Valkey out of pip wheels, as children of ours, for a machine that has neither.

`services` starts and finds them; `postgres` and `valkey` know one server each; `place` decides
where their files and sockets lie; `child` starts a process that cannot outlive us.
"""
