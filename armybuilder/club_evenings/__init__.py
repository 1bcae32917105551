"""Club evenings: three to sixteen players, each against each or in Swiss rounds, with standings by a link."""
