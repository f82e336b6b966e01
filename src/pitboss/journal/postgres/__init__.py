"""The journal in a PostgreSQL database."""

from pitboss.extras import need

need("postgres")
