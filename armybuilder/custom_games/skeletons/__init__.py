"""Skeletons: BattleScribe's data files of a game as the beginning of a described one.

The modules are imported by processes without Django.
"""
