import type { RunChoice } from '../../shared/what-if-kit.ts';

/** The runs to evaluate, until the user chooses others. */
export const DEFAULT_RUNS: RunChoice = {
  last: 20,
  status: 'INTERPRETED',
  from: null,
  samples: true,
  controls: true,
};
