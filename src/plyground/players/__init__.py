"""Players: levels, searches and external programs that choose moves."""
