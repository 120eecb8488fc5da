"""What `bench/web.py` measures: the loads, who makes them, and what is read off meanwhile."""
