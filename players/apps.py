"""People add their own part to the erasing of a person: imports only point down."""

from django.apps import AppConfig


class PlayersAppConfig(AppConfig):
    name = "players"

    def ready(self) -> None:
        from clubs import history
        from players import erasing

        history.on_erase.append(erasing.forget)
