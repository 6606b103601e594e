"""PostgreSQL and Valkey from pip wheels, as child processes, for a machine that has neither.

`services` starts and finds them; `postgres` and `valkey` run one server each; `place` chooses the
folders of their files and sockets; `child` starts a process that cannot outlive us.
"""
