"""``{% newer_version army as version %}``: the newest version of a described game, if an army has an older one."""

from django import template

from armybuilder.custom_games import newer

register = template.Library()
register.simple_tag(newer.newer_version)
