"""Array kernels: ranking hands by the million, dealing at random, and how they are compiled."""
