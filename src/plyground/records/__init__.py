"""Records of games that were played, their files, and the notations of other programs."""
