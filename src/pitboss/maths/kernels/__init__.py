"""Array kernels: ranking hands by the million, dealing at random, and how they are compiled."""

from pitboss.extras import need

need("maths")
