"""What workers do. Tasks take ids only, call one service and return."""

from celery import shared_task

from ladder import sweeping


@shared_task
def rebuild(ladder_id: int) -> None:
    """Rebuild one ladder if it is stale."""
    sweeping.rebuild_quietly(ladder_id)


@shared_task
def sweep() -> None:
    """Rebuild whatever is stale."""
    sweeping.sweep()


@shared_task
def verify(ladder_id: int) -> None:
    """Recompute one ladder from scratch and compare."""
    sweeping.verify_one(ladder_id)


@shared_task
def verify_all() -> None:
    """Recompute every ladder from scratch and compare."""
    sweeping.verify_all()
