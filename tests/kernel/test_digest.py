"""A name by content is the beginning of a published hash, so that anybody can work it out."""

from pitboss.kernel.digest import digest_of


def test_it_is_the_first_half_of_sha_256() -> None:
    # FIPS 180-4: the hashes of nothing and of "abc".
    assert digest_of(b"") == "e3b0c44298fc1c149afbf4c8996fb924"
    assert digest_of(b"abc") == "ba7816bf8f01cfea414140de5dae2223"
