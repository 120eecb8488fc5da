"""Records of played games, their files, and the notations of other programs."""
