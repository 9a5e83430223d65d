/** Wells with one name, and the result of their sample. */
export const replicates = {
  title: 'Replicates',
  heads: ['Sample', 'Result', 'Mean Tm ± SD', 'n', 'Replicates'],
  agree: 'agree',
  apart: 'apart',
  none: '–',
  openShort: 'sample without a result',
  apartShort: 'replicates apart',
  combinedShort: 'no combined result',
  select: (name: string) => `Select the wells of ${name}`,
  more: (count: number) => (count === 1 ? '1 more sample' : `${count} more samples`),
} as const;
