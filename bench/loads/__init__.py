"""The loads of `bench/web.py`: visitors, servers and measurements."""
