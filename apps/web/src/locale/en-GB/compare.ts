/** Conflicts between two users' changes. */
export const compare = {
  somebody: 'Someone',
  stale: (who: string) => `${who} changed this after you opened it.`,
  staleAt: (who: string, time: string) => `${who} changed this at ${time}, after you opened it.`,
  loadTheirs: 'Load their version',
  compare: 'Keep mine and compare',
  list: 'Differences',
  mine: 'Mine',
  theirs: 'Theirs',
  none: 'nothing',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  choose: (what: string) => `Version of ${what}`,
  save: 'Save',
  allMine: 'All mine',
  allTheirs: 'All theirs',
  noDifference: 'You both made the same changes.',
} as const;
