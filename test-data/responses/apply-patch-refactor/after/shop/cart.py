import logging

log = logging.getLogger(__name__)


class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)
        self.changed()

    def remove(self, item):
        self.items.remove(item)
        log.info("removed %s", item)
        self.changed()

    def changed(self):
        log.debug("changed")
