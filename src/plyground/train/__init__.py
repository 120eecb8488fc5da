"""Players that learn by playing against themselves: self-play, training and gating.

`plyground train GAME` runs it; docs/explanation/learning.md explains how it works. Only `model` and
`fitting` need PyTorch (`pip install "plyground[train]"`).
"""
