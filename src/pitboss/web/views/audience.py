"""Who sees the same: what is written for one of them serves all."""

from pitboss.rulebook.authority import Post
from pitboss.web.auth.callers import Caller


def viewer_key(topic: str, caller: Caller) -> object:
    """Callers with the same key see a topic alike: what is written for one serves all."""
    actor = caller.actor
    if topic.startswith("table/"):
        if actor is None:
            return None
        return (actor.post, actor.name if actor.post is Post.PLAYER else "")
    if topic.startswith("link/") or topic == "floor":
        return actor is not None and actor.post > Post.PLAYER
    return None
