import { describe, expect, it } from 'vitest';

import type { MeltCurve } from '../src/index.ts';
import { HAS_REFERENCE_DATA, WHY_SKIPPED } from './reference-data.ts';
import { realWells } from './real-runs.ts';

/** °C. */
const WITHIN = 5;

/** Largest fall within 5 °C beyond a quadratic background: the third difference over 5 °C. */
function largestFall({ temperature, fluorescence }: MeltCurve, sign: number): number {
  const readings = [...temperature.keys()]
    .map((i) => ({ t: temperature[i]!, f: sign * fluorescence[i]! }))
    .sort((a, b) => a.t - b.t);
  const at = (t: number): number =>
    readings.reduce((best, one) => (Math.abs(one.t - t) < Math.abs(best.t - t) ? one : best)).f;
  const first = readings[0]!.t;
  const last = readings.at(-1)!.t;
  return readings
    .filter(({ t }) => t - WITHIN >= first && t + 2 * WITHIN <= last)
    .reduce((largest, { t, f }) => {
      const fall = 1.5 * (f - at(t + WITHIN)) - 0.5 * (at(t - WITHIN) - at(t + 2 * WITHIN));
      return Math.max(largest, fall);
    }, 0);
}

describe.skipIf(!HAS_REFERENCE_DATA)(`strong melts of real runs (else ${WHY_SKIPPED})`, () => {
  const cfx = 'cfx-manager-csv-semicolon';
  it.each([
    [`${cfx}/run-2019-04-18-five-fluorophores`, /RFU|Summary|Run Information/, 'bio-rad-cfx96', 96],
    [`${cfx}/run-2019-07-01-samples-67-68-69-73`, /RFU|Summary|Run Information/, 'bio-rad-cfx96', 88],
    [`${cfx}/run-2019-07-11-sample-48-partial-plate`, /RFU|Summary|Run Information/, 'bio-rad-cfx96', 22],
    ['cfx-manager-xlsx', /Amplification/, 'bio-rad-cfx96', 96],
    ['quantstudio1-xlsx-split', /xlsx$/, 'quantstudio', 96],
    ['quantstudio7pro-xlsx-single', /xlsx$/, 'quantstudio', 96],
    ['lightcycler480-txt', /02\.txt/, 'lightcycler-480', 384],
    ['rotorgene-rex-xml', /HOXD/, 'rotor-gene-q', 72],
    ['rotorgene-rex-xml', /PRAC/, 'rotor-gene-q', 72],
    ['rdml-cfx96-fam-cy5', /rdml$/, 'bio-rad-cfx96', 60],
    ['rdml-lightcycler480-two-product-mix', /rdml$/, 'lightcycler-480', 50],
    ['rdes-tsv', /melting/, 'rdml', 90],
  ])(
    'REVIEW-130 %s: each is a counted peak or a flag',
    { timeout: 600_000 },
    async (folder, names, profile, curves) => {
      // The signal of proteins rises as they melt.
      const inversed = folder === 'cfx-manager-xlsx';
      const wells = await realWells({ folder, names, profile }, { inversed });
      const silent = [...wells].filter(([, { readings, explanation }]) => {
        const { flags, phases } = explanation;
        const isReported =
          flags.length > 0 || phases.some(({ peaks }) => peaks.some(({ accepted }) => accepted));
        return (
          !isReported &&
          readings.some((curve, i) => {
            const noise = phases[i]?.noise ?? Infinity;
            return largestFall(curve, inversed ? -1 : 1) > 20 * noise;
          })
        );
      });
      expect(silent.map(([well]) => well)).toEqual([]);
      expect([...wells.values()].flatMap(({ readings }) => readings)).toHaveLength(curves);
    },
  );
});
