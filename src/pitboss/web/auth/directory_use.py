"""How the house uses its directory, read from its settings; every problem is a sentence."""

import os

from pitboss.operations.config import BadConfig, Config
from pitboss.people.roles import Role
from pitboss.web.auth.directory import DirectoryUse

SECRET_VARIABLE = "PITBOSS_DIRECTORY_SECRET"


def directory_use(config: Config) -> DirectoryUse | None:
    """None if the house has no directory; raises BadConfig if its settings can't be used."""
    said = config.settings.directory
    if not said.issuer:
        return None
    problems: list[str] = []
    if not said.client_id:
        problems.append(
            "directory.client_id is empty. Write the client id under which the directory "
            "knows Pitboss."
        )
    roles: dict[str, Role] = {}
    for line in said.roles:
        group, _, role = line.rpartition("=")
        if not group or role not in (one.value for one in Role if one is not Role.DISPLAY):
            problems.append(
                f"directory.roles has {line!r}. Write a group and a role, as in "
                '"floor-dealers=dealer".'
            )
        else:
            roles[group] = Role(role)
    secret = os.environ.get(SECRET_VARIABLE, "")
    if said.client_secret_file:
        path = config.data / said.client_secret_file
        try:
            secret = path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            problems.append(f"directory.client_secret_file: {path} can't be read: {error}.")
    if problems:
        raise BadConfig(problems)
    return DirectoryUse(
        issuer=said.issuer,
        client_id=said.client_id,
        secret=secret,
        redirect=said.redirect,
        name_claim=said.name_claim,
        groups_claim=said.groups_claim,
        roles=roles,
        second_factor=said.second_factor,
        passwords=said.passwords,
    )
