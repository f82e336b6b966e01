"""Who sees the same: what is rendered for one of them serves all."""

from pitboss.rulebook.authority import Post
from pitboss.table.views.names import is_staff
from pitboss.web.auth.callers import Caller


def viewer_key(topic: str, caller: Caller) -> object:
    """Callers with the same key see a topic alike: what is rendered for one serves all."""
    actor = caller.actor
    if topic.startswith("table/"):
        if actor is None:
            return caller.names.everybody
        return (actor.post, actor.name if actor.post is Post.PLAYER else "")
    if topic.startswith("link/") or topic == "floor":
        return is_staff(actor), caller.names.everybody
    return None
