import type { Peak } from '@curvewell/domain';

import type { PhaseConfiguration } from '../src/configuration.ts';
import type { FoundPeak } from '../src/peaks/found-peak.ts';

const GOOD = { tm: 60, tmError: 0.05, height: 100, width: 3, area: 300, significance: 50, quality: 0.9 };

/** A peak that passes every test clearly. */
export const foundPeak = (change: Partial<FoundPeak> = {}): FoundPeak => ({
  ...GOOD,
  leastWidth: 0.5,
  noiseTmError: 0.05,
  misfit: 0,
  unexplained: 0,
  doubted: [],
  shape: { logWidth: 0, logWidthError: 0, logSkew: 0, logSkewError: 0, offset: 0, isHidden: false },
  ...change,
});

/** A counted peak in an explanation. */
export const countedPeak = (change: Partial<Peak> = {}): Peak => ({
  ...GOOD,
  zone: 'A',
  accepted: true,
  reason: null,
  measured: null,
  limit: null,
  ...change,
});

/** A rejected peak in an explanation. */
export const rejectedPeak = (change: Partial<Peak> = {}): Peak =>
  countedPeak({ zone: null, accepted: false, reason: 'height-below-threshold', ...change });

type Zone = PhaseConfiguration['zones'][number];

export const zoneOf = (name: string, minTemp: number, maxTemp: number, change: Partial<Zone> = {}): Zone => ({
  name,
  minTemp,
  maxTemp,
  label: name,
  minThreshold: null,
  minQuality: null,
  ...change,
});

export const phaseWith = (
  zones: readonly Zone[],
  change: Partial<PhaseConfiguration> = {},
): PhaseConfiguration => ({
  phaseType: 'MELT',
  minThreshold: 30,
  slopeThreshold: 4.72,
  minQuality: 0.4,
  inversed: false,
  zones,
  ...change,
});
