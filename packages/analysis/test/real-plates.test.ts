import type { Peak } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { realPeaks } from './real-runs.ts';
import { HAS_REFERENCE_DATA, WHY_SKIPPED } from './reference-data.ts';

/**
 * Two analyses describe the same peak within this distance, °C, or this many combined SE(Tm) if that is more.
 */
const SAME = 0.5;
const SAME_ERRORS = 2;

const isSame = (peak: Peak, other: Peak): boolean =>
  Math.abs(peak.tm - other.tm) <=
  Math.max(SAME, SAME_ERRORS * Math.hypot(peak.tmError ?? 0, other.tmError ?? 0));

const accepted = (peaks: readonly Peak[]): readonly Peak[] => peaks.filter((peak) => peak.accepted);

const CSV = 'cfx-manager-csv-semicolon';
const CFX = { names: /RFU|Summary|Run Information/, profile: 'bio-rad-cfx96' };

// A recurring shoulder of 7 to 15 % used to count as a second product in 10 to 33 wells of 88.
describe.skipIf(!HAS_REFERENCE_DATA)(`wells of real plates (else ${WHY_SKIPPED})`, () => {
  it.each([
    { folder: `${CSV}/run-2019-07-01-samples-67-68-69-73`, ...CFX },
    { folder: `${CSV}/run-2019-07-11-sample-48-partial-plate`, ...CFX },
    { folder: 'quantstudio7pro-xlsx-single', names: /xlsx$/, profile: 'quantstudio' },
    { folder: 'stepone-xls-melt', names: /xls$/, profile: 'stepone-7500' },
    { folder: 'rdes-tsv', names: /melting.tsv$/, profile: 'rdml' },
    { folder: 'rdml-lightcycler480-two-product-mix', names: /rdml$/, profile: 'lightcycler-480' },
    { folder: 'rotorgene-rex-xml', names: /HOXD12/, profile: 'rotor-gene-q' },
  ])('$folder: a plate counts no peak that the curve alone lacks', async (run) => {
    const plate = await realPeaks(run, null, 'whole');
    const alone = await realPeaks(run, null, 'alone');
    const added = [...plate].flatMap(([well, peaks]) => {
      const own = accepted(alone.get(well) ?? []);
      return accepted(peaks)
        .filter((one) => !own.some((peak) => isSame(one, peak)))
        .map(({ tm }) => `${well} ${tm.toFixed(2)}`);
    });
    expect(alone.size).toBe(plate.size);
    expect(added).toEqual([]);
  });
});
