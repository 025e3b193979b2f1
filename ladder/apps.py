"""Connects the ladder to news of the history: imports only point down, so it adds itself."""

from django.apps import AppConfig


class LadderAppConfig(AppConfig):
    name = "ladder"

    def ready(self) -> None:
        from clubs import history
        from ladder import jobs, services

        history.after_commit.append(jobs.nudge)
        history.new_club.append(services.open_first_ladder)
