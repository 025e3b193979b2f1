"""What a use case says when it may not be done."""

from clubs.messages import Message


class Refusal(Exception):
    """Nothing was changed; `message` says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message
