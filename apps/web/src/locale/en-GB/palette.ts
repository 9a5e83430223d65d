const inRuns = (numbers: readonly number[], more: boolean): string => {
  const all = more ? [...numbers.map(String), '…'] : numbers.map(String);
  return all.length === 1 ? `in run ${all.join('')}` : `in runs ${all.join(', ')}`;
};

const elsewhere = (others: readonly number[], more: boolean): string =>
  others.length === 0 ? 'in other runs' : inRuns(others, more);

/** The dialog that finds anything. */
export const palette = {
  title: 'Go to',
  field: 'Search runs, samples, kits, lots, people and pages',
  results: 'Results',
  groups: {
    recent: 'Recently changed',
    runs: 'Runs',
    samples: 'Samples',
    kits: 'Kits and lots',
    people: 'People',
    commands: 'Pages and actions',
  },
  page: 'Page',
  action: 'Action',
  archived: 'Archived',
  inRuns,
  /** A result is that of one run, not of the others. */
  ofNewest: (result: string, [newest, ...others]: readonly number[], more: boolean): string => {
    const one = `${result}, in run ${newest}`;
    return others.length === 0 && !more ? one : `${one}; the sample is also ${elsewhere(others, more)}`;
  },
  inRunAt: (run: number, position: string, more: boolean) =>
    `in run ${run}, well ${position}${more ? '; the sample is also in other runs' : ''}`,
  openKit: 'Open kit',
  openLots: 'Open lots',
  inactive: 'inactive',
  own: 'own kit',
  shared: 'kit of all laboratories',
  lotOf: (kit: string, version: string, expiry: string) => `${kit} ${version}, ${expiry}`,
  login: (login: string) => `login ${login}`,
  searchRuns: (typed: string) => `Search the list of runs for “${typed}”`,
  theme: { light: 'Light theme', dark: 'Dark theme' },
  searching: 'Searching …',
  failed: 'The search failed.',
  none: (typed: string) => `Nothing matches “${typed}”. To find a sample, enter the beginning of its name.`,
  tooShort: (length: number) => `Enter at least ${length} letters or digits, or the number of a run.`,
  count: (count: number, more: boolean) => {
    const results = count === 1 ? '1 result' : `${count} results`;
    return more ? `${results} shown. Enter more of the name to narrow the search.` : results;
  },
  choose: 'choose',
  go: 'open',
  newTab: 'new tab',
  escape: 'Esc',
  enter: 'Enter',
  ctrlEnter: 'Ctrl Enter',
  up: '↑',
  down: '↓',
} as const;
