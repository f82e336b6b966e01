"""Who may decide what: the ladder of posts, and the powers that each document reserves; tables
prove the clauses.
"""

import pytest

from pitboss.rulebook.authority import Authority, Post, Power
from pitboss.rulebook.shelf import Shelf
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS

SHELF = Shelf()

# Every post that may use a power of an authority. Nobody is "the House"; the shift manager or above
# speaks for it.
HOLDERS = {
    "dealer": [Post.DEALER, Post.PIT_SUPERVISOR, Post.PIT_MANAGER, Post.SHIFT_MANAGER],
    "pit-supervisor": [Post.PIT_SUPERVISOR, Post.PIT_MANAGER, Post.SHIFT_MANAGER],
    "pit-manager": [Post.PIT_MANAGER, Post.SHIFT_MANAGER],
    "shift-manager": [Post.SHIFT_MANAGER],
    "house": [Post.SHIFT_MANAGER],
}


def power(rulebook: str, name: str) -> Power:
    return SHELF.get(rulebook).powers[name]


def holders(held: Power) -> list[Post]:
    return [post for post in Post if held.held_by(post)]


def test_posts_rise_from_player_to_shift_manager() -> None:
    rising = [Post.PLAYER, Post.DEALER, Post.PIT_SUPERVISOR, Post.PIT_MANAGER, Post.SHIFT_MANAGER]
    assert sorted(Post) == rising


def test_these_are_all_the_authorities() -> None:
    assert set(Authority) == set(HOLDERS)


@pytest.mark.parametrize("authority", Authority)
def test_an_authority_is_held_from_its_least_post_up(authority: Authority) -> None:
    posts = HOLDERS[authority]
    assert authority.least_post is posts[0]
    assert holders(Power(authority, "1.1", "Do something.")) == posts


POWERS = [
    (MS, "act-in-a-post", "dealer", "1.11"),
    (MS, "place-bets-for-a-player", "dealer", "5.23"),
    (MS, "order-cards-drawn-together", "pit-supervisor", "5.14"),
    (MS, "rule-on-intent", "pit-supervisor", "5.19"),
    (MS, "rule-on-reconstruction", "house", "5.9"),
    (MS, "rule-on-order-of-winners", "house", "4.5.2"),
    (MS, "choose-operation", "house", "5.18.2"),
    (MS, "decide-what-is-not-covered", "shift-manager", "5.24"),
    (CS, "act-in-a-post", "dealer", "1.11"),
    (CS, "place-bets-for-a-player", "dealer", "5.23"),
    (CS, "order-cards-drawn-together", "pit-supervisor", "5.14"),
    (CS, "rule-on-intent", "pit-supervisor", "5.19"),
    (CS, "rule-on-reconstruction", "house", "5.9"),
    (CS, "rule-on-order-of-winners", "house", "4.5.2"),
    (CS, "choose-operation", "house", "5.18.2"),
    (CS, "decide-what-is-not-covered", "shift-manager", "5.24"),
    (MH, "act-in-a-post", "dealer", "1.18"),
    (MH, "place-bets-for-a-player", "dealer", "5.22"),
    (MH, "order-cards-drawn-together", "pit-supervisor", "5.14"),
    (MH, "rule-on-intent", "pit-supervisor", "5.18"),
    (MH, "rule-on-reconstruction", "house", "5.9"),
    (MH, "rule-on-order-of-winners", "house", "4.5.2"),
    (MH, "choose-operation", "house", "5.17.2"),
    (MH, "decide-what-is-not-covered", "shift-manager", "5.23"),
    (SS, "act-in-a-post", "dealer", "6.2"),
    (SS, "place-bets-for-a-player", "dealer", "3.6"),
    (SS, "view-a-hidden-hand", "pit-supervisor", "3.10.1"),
    (SS, "hold-to-one-position", "pit-manager", "3.4.3"),
    (SS, "permit-withdrawal", "shift-manager", "5.7.1"),
    (SS, "bar-player", "shift-manager", "5.9"),
    (SS, "stop-control-of-several-hands", "shift-manager", "5.10.3"),
    (SS, "decide-what-is-not-covered", "shift-manager", "6.1"),
    (BE, "act-in-a-post", "dealer", "6.2"),
    (BE, "place-bets-for-a-player", "dealer", "3.7"),
    (BE, "view-a-hidden-hand", "pit-supervisor", "3.17"),
    (BE, "hold-to-one-position", "pit-manager", "3.5.3"),
    (BE, "permit-withdrawal", "shift-manager", "5.7.1"),
    (BE, "bar-player", "shift-manager", "5.9"),
    (BE, "stop-control-of-several-hands", "shift-manager", "5.10.3"),
    (BE, "decide-what-is-not-covered", "shift-manager", "6.1"),
]


@pytest.mark.parametrize(("rulebook", "name", "authority", "clause"), POWERS)
def test_a_power_is_held_by_these_posts_and_no_others(
    rulebook: str, name: str, authority: str, clause: str
) -> None:
    held = power(rulebook, name)
    assert (held.authority, held.clause) == (authority, clause)
    assert holders(held) == HOLDERS[authority]
    assert held.what.endswith(".")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_rulebook_has_no_other_powers(rulebook: str) -> None:
    assert set(SHELF.get(rulebook).powers) == {
        name for book, name, _, _ in POWERS if book == rulebook
    }


@pytest.mark.parametrize("rulebook", [MS, CS, MH])
def test_the_post_acted_in_counts(rulebook: str) -> None:
    # Somebody who deals today and supervises tomorrow has the duties of staff on both days, and may
    # rule on what a player meant on the second day alone. Away from every post there is no duty at
    # all.
    duties, intent = power(rulebook, "act-in-a-post"), power(rulebook, "rule-on-intent")
    assert (duties.held_by(Post.DEALER), intent.held_by(Post.DEALER)) == (True, False)
    assert (duties.held_by(Post.PIT_SUPERVISOR), intent.held_by(Post.PIT_SUPERVISOR)) == (
        True,
        True,
    )
    assert (duties.held_by(Post.PLAYER), intent.held_by(Post.PLAYER)) == (False, False)


@pytest.mark.parametrize("rulebook", [SS, BE])
def test_whoever_holds_a_higher_post_may_do_what_a_lower_one_may(rulebook: str) -> None:
    for held in SHELF.get(rulebook).powers.values():
        assert held.held_by(Post.SHIFT_MANAGER), held.what
    assert power(rulebook, "view-a-hidden-hand").held_by(Post.PIT_MANAGER)
    assert power(rulebook, "place-bets-for-a-player").held_by(Post.PIT_SUPERVISOR)
    # It does not work downwards.
    assert not power(rulebook, "hold-to-one-position").held_by(Post.PIT_SUPERVISOR)
    assert not power(rulebook, "bar-player").held_by(Post.PIT_MANAGER)
