"""Connects the ladder to news of the history: imports only point down, so it adds itself."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class LadderAppConfig(AppConfig):
    name = "ladder"

    def ready(self) -> None:
        from clubs import history
        from events.services import stating
        from ladder import erasing, jobs, services
        from ladder.arithmetic import ask_again
        from ladder.queries.facts import needed_names
        from ladder.queries.offered import why_left_out

        history.after_commit.append(jobs.nudge)
        history.new_club.append(services.open_first_ladder)
        history.on_erase.append(erasing.forget)
        stating.facts_needed.append(needed_names)
        stating.facts_refused.append(why_left_out)
        post_migrate.connect(ask_again, sender=self, dispatch_uid="arithmetic")
