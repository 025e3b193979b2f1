"""Opening lists: the people a club brings with it, and the ratings they start with.

Reading is pure (`players.opening`). Here a list is kept while it is looked at (`drafts`), laid
beside the club (`planning`), written in one transaction (`saving`) and taken back (`undoing`).
"""
