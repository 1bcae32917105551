"""BattleScribe's files: rosters of armies, and a game as its system and catalogue."""
