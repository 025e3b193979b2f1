"""What the actions of the audit log are called in words. Every app's actions stand here."""

from clubs.messages import Message, gettext_noop

WORDS = {
    "club.create": gettext_noop("made the club"),
    "club.change": gettext_noop("changed the club's settings"),
    "club.visibility": gettext_noop("changed who sees the club"),
    "club.names": gettext_noop("changed how names are shown to readers"),
    "link.create": gettext_noop("made a link for members"),
    "link.revoke": gettext_noop("revoked a link for members"),
    "officer.invite": gettext_noop("invited somebody to work in the club"),
    "officer.uninvite": gettext_noop("took an invitation back"),
    "officer.join": gettext_noop("accepted an invitation"),
    "officer.role": gettext_noop("changed somebody's role"),
    "officer.remove": gettext_noop("removed somebody from the club"),
    "officer.leave": gettext_noop("left the club"),
    "event.publish": gettext_noop("wrote an event into the ladder"),
    "event.complete": gettext_noop("wrote further results of an event into the ladder"),
    "event.correct": gettext_noop("corrected an event"),
    "event.unrate": gettext_noop("took a game of an event out of the ratings"),
    "event.rate": gettext_noop("rated a game of an event again"),
    "event.resolve": gettext_noop("said who a name of an event is"),
    "event.file": gettext_noop("brought in the file of an event"),
    "event.swap": gettext_noop("swapped the colours of a game"),
    "event.add-game": gettext_noop("added a missing game to an event"),
    "event.remove-game": gettext_noop("took a game out of an event"),
    "event.take-out": gettext_noop("took a player out of an event"),
    "event.details": gettext_noop("changed the days, the order or the way an event counts"),
    "event.delete": gettext_noop("deleted an event"),
    "event.restore": gettext_noop("restored an event"),
    "event.revert": gettext_noop("went back to an earlier version of an event"),
    "event.undo": gettext_noop("undid a change of an event"),
    "name.confirm": gettext_noop("joined a way of writing to a player"),
    "identity.merge": gettext_noop("merged two players into one"),
    "identity.split": gettext_noop("gave games of a player to another"),
    "identity.never-same": gettext_noop("said that two players are two people"),
    "identity.rename": gettext_noop("gave a player another name"),
    "identity.undo": gettext_noop("took back a decision about who is who"),
    "player.status": gettext_noop("changed whether a player is a member, a guest or hidden"),
    "player.erase": gettext_noop("erased a player for ever"),
    "player.export": gettext_noop("saved everything about a player as a file"),
    "player.junior": gettext_noop("marked a player as a junior, or took the mark away"),
    "player.consent": gettext_noop("recorded that consent was given or withdrawn"),
    "player.label": gettext_noop("changed the label of a player"),
    "player.group": gettext_noop("changed the group of a player"),
    "player.display": gettext_noop("changed what readers see of a player's name"),
    "ladder.create": gettext_noop("made a ladder"),
    "ladder.rebuild": gettext_noop("had a ladder recomputed"),
    "rating.start": gettext_noop("entered a starting rating"),
    "opening.save": gettext_noop("saved an opening list"),
    "opening.undo": gettext_noop("took an opening list back"),
}


def describe(action: str) -> Message:
    """The action in words; one without words is shown as it is written down."""
    return Message(WORDS.get(action, action))
