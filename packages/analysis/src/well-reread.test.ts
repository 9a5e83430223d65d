import { expect, it } from 'vitest';

import { GENOTYPING, plateWell, syntheticCurve } from '../test/synthetic.ts';
import { type ChannelConfiguration, plateAnalyse, wellReread } from './index.ts';

const tms = Array.from({ length: 24 }, (_, i) => 57 + 0.5 * i);
const wells = tms.map((tm, i) =>
  plateWell(
    `${'ABCD'[i % 4] ?? 'A'}${Math.floor(i / 4) + 1}`,
    syntheticCurve({ products: i % 6 === 0 ? [] : [[tm, 300 + 40 * i]], seed: i + 1, noise: 5 }),
  ),
);
const [phase] = GENOTYPING.phases;
if (phase === undefined) throw new Error('no phase');
const withPhase = (changes: Partial<typeof phase>): ChannelConfiguration => ({
  ...GENOTYPING,
  phases: [{ ...phase, ...changes }],
});
const callsOf = (configuration: ChannelConfiguration) =>
  (plateAnalyse({ assays: [{ configuration, wells }] })[0] ?? []).map(({ explanation }) => explanation);
const then = callsOf(GENOTYPING);

/** Zones with the lower limit of the first moved, °C. */
const moved = (by: number) => phase.zones.map((zone) => ({ ...zone, minTemp: zone.minTemp + by }));

it('WHATIF-02 with other zones and rules a call from peaks equals the call from readings', () => {
  const trials = [-2, -0.7, -0.1, 0, 0.1, 0.6, 2].map((by) => withPhase({ zones: moved(by) }));
  trials.push({ ...GENOTYPING, rules: [] });
  let changed = 0;
  for (const now of trials) {
    const analysed = callsOf(now);
    then.forEach((explanation, index) => {
      const reread = wellReread(explanation, GENOTYPING, now);
      const { combination, diagnostic, phases, triedRules } = analysed[index] ?? explanation;
      expect(reread).toMatchObject({ combination, diagnostic, phases, triedRules });
      if (diagnostic !== explanation.diagnostic) changed += 1;
    });
  }
  expect(changed).toBeGreaterThan(10);
});

it('WHATIF-02 what only the readings show is not derived from peaks', () => {
  const some = then.find(({ zonesHit }) => zonesHit.length > 0);
  if (some === undefined) throw new Error('no well hits a zone');
  const isReread = (now: ChannelConfiguration) => wellReread(some, GENOTYPING, now) !== null;
  expect(isReread(GENOTYPING)).toBe(true);
  expect(isReread(withPhase({ minThreshold: phase.minThreshold + 1 }))).toBe(false);
  expect(isReread(withPhase({ slopeThreshold: phase.slopeThreshold + 1 }))).toBe(false);
  expect(isReread(withPhase({ minQuality: 0.5 * phase.minQuality + 0.3 }))).toBe(false);
  expect(isReread({ ...GENOTYPING, phases: [] })).toBe(false);
  // The zone rejects the peak, so nothing explains the fall there any more.
  expect(isReread(withPhase({ zones: phase.zones.map((zone) => ({ ...zone, minThreshold: 1e6 })) }))).toBe(
    false,
  );
});
