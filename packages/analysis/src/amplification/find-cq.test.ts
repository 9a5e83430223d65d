import type { UsedAmplification } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { findCq } from './find-cq.ts';
import { findCqBeside } from './plate-levels.ts';
import { cqRead, wellAmplification } from './well-amplification.ts';

/** Deterministic noise of standard deviation 1, from a linear congruential generator. */
function noise(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return () => (next() + next() + next() + next() - 2) * Math.sqrt(3);
}

interface Curve {
  /** The cycle of the largest second derivative; null: flat. */
  readonly cq: number | null;
  readonly cycles?: number;
  readonly plateau?: number;
  readonly drift?: number;
  readonly seed?: number;
  /** The product grows by this factor in each cycle at the start. */
  readonly growth?: number;
}

const MIDDLE = Math.log(2 + Math.sqrt(3));

function curveOf({ cq, cycles = 45, plateau = 3000, drift = 0.6, seed = 1, growth = 2 }: Curve) {
  const random = noise(seed);
  const rate = 1 / Math.log(growth);
  const cycle = Float64Array.from({ length: cycles }, (_, index) => index + 1);
  const value = cycle.map((now) => {
    const rise = cq === null ? 0 : plateau / (1 + Math.exp((cq + MIDDLE * rate - now) / rate));
    return 400 + drift * now + rise + 2 * random();
  });
  return { cycle, value };
}

const outcomeOf = (curve: Curve) => {
  const found = findCq(curveOf(curve));
  return found.outcome === 'not-known' ? found.fault : found.outcome;
};

describe('findCq', () => {
  it('DIAG-84 finds the maximum of the second derivative 0.5 to 0.7 cycles early for a product that doubles, whatever the scale', () => {
    for (const cq of [15, 18.3, 22.5, 27.9, 31.2, 36]) {
      for (const scale of [1e-3, 1, 1e4]) {
        const { cycle, value } = curveOf({ cq, seed: cq * 10 });
        const found = findCq({ cycle, value: value.map((now) => now * scale) });
        expect(found.outcome).toBe('amplified');
        if (found.outcome !== 'amplified') continue;
        expect(found.cq - cq).toBeGreaterThan(-0.75);
        expect(found.cq - cq).toBeLessThan(-0.45);
      }
    }
  });

  it('DIAG-84 gives the same result in every release', () => {
    const found = [15, 24.5, 33.3].map((cq) => findCq(curveOf({ cq })));
    expect(found).toEqual(GOLDEN);
  });

  it('DIAG-84 a flat or drifting curve is none, and a doubtful one is not known', () => {
    for (let seed = 1; seed <= 200; seed++) {
      expect(outcomeOf({ cq: null, seed })).toBe('none');
      expect(outcomeOf({ cq: null, drift: -3, seed })).toBe('none');
    }
    expect(outcomeOf({ cq: 25, cycles: 12 })).toBe('too-few-cycles');
    expect(outcomeOf({ cq: 25, plateau: 40 })).toBe('unclear');
    expect(outcomeOf({ cq: 9.5 })).toBe('rising-at-start');
    expect(outcomeOf({ cq: 4 })).toBe('unclear');
    expect(outcomeOf({ cq: 44 })).toBe('rising-at-end');
    const { cycle, value } = curveOf({ cq: 25 });
    const gap = cycle.map((now, index) => (index > 9 ? now + 1 : now));
    expect(findCq({ cycle: gap, value })).toEqual({ outcome: 'not-known', fault: 'missing-cycles' });
    expect(findCq({ cycle, value: value.map((now, index) => (index === 3 ? Number.NaN : now)) })).toEqual({
      outcome: 'not-known',
      fault: 'not-finite',
    });
  });

  it('DIAG-84 a constant curve, or one at the ceiling of the detector, is not known', () => {
    const { cycle, value } = curveOf({ cq: null });
    const constant = { outcome: 'not-known', fault: 'constant' };
    for (const level of [0, 1.25, 65_535])
      expect(findCq({ cycle, value: value.map(() => level) })).toEqual(constant);
    const ceiling = value.map((now, index) => (index % 3 === 0 ? 65_535 - now / 400 : 65_535));
    expect(findCq({ cycle, value: ceiling })).toEqual(constant);
  });

  it('DIAG-84 a jump or a bent baseline is no amplification', () => {
    const flat = curveOf({ cq: null });
    const jump = flat.value.map((now, index) => (index < 20 ? now : now + 500));
    const bent = flat.value.map((now, index) => now + 0.4 * index ** 2);
    expect(findCq({ ...flat, value: jump }).outcome).not.toBe('amplified');
    expect(findCq({ ...flat, value: bent }).outcome).not.toBe('amplified');
  });
});

describe('whether a channel has amplified', () => {
  const at = [{ channel: 'FAM' as const, latestCycle: 35 }];
  const asked = (curve: Curve, cq: number | 'none' | null) =>
    wellAmplification(at, [{ channel: 'FAM', ...curveOf(curve), cq }])[0];

  it('DIAG-85 takes the Cq of the file, unless the curve excludes it', () => {
    expect(asked({ cq: 25 }, 24.2)).toMatchObject({ outcome: 'amplified', cq: 24.2, source: 'file' });
    expect(asked({ cq: 25 }, 35)).toMatchObject({ outcome: 'amplified', cq: 35 });
    expect(asked({ cq: 34 }, 35.1)).toMatchObject({ outcome: 'not-amplified', cq: 35.1, fault: null });
    expect(asked({ cq: null }, 'none')).toMatchObject({ outcome: 'not-amplified', cq: null, source: 'file' });
    expect(asked({ cq: null }, 24)).toMatchObject({
      outcome: 'not-known',
      fault: 'sources-differ',
      cq: null,
    });
    expect(asked({ cq: 25 }, 'none')).toMatchObject({ outcome: 'not-known', fault: 'sources-differ' });
  });

  it('DIAG-85 a stated answer does not count on a curve that cannot be judged', () => {
    expect(asked({ cq: 9.5 }, 'none')).toMatchObject({ outcome: 'not-known', fault: 'rising-at-start' });
    expect(asked({ cq: 25, plateau: 40 }, 'none')).toMatchObject({ outcome: 'not-known', fault: 'unclear' });
    expect(asked({ cq: 25, plateau: 40 }, 25)).toMatchObject({ outcome: 'not-known', fault: 'unclear' });
    expect(asked({ cq: 25, plateau: 40 }, 38)).toMatchObject({ outcome: 'not-known', fault: 'unclear' });
    expect(asked({ cq: 25, cycles: 12 }, 'none')).toMatchObject({ fault: 'too-few-cycles' });
  });

  it('DIAG-85 a rise after the limit supports that there is none', () => {
    expect(asked({ cq: 37 }, 'none')).toMatchObject({ outcome: 'not-amplified', cq: null, source: 'file' });
    expect(asked({ cq: 44 }, 'none')).toMatchObject({ outcome: 'not-amplified', cq: null, source: 'file' });
    expect(asked({ cq: 44 }, 43.5)).toMatchObject({ outcome: 'not-amplified', cq: 43.5, source: 'file' });
    expect(asked({ cq: 44 }, 30)).toMatchObject({ outcome: 'not-known', fault: 'rising-at-end' });
    expect(asked({ cq: 37, cycles: 38 }, 'none')).toMatchObject({ fault: 'rising-at-end' });
  });

  it('DIAG-85 a stated and a computed Cq far apart on both sides of the limit contradict each other', () => {
    const differ = { outcome: 'not-known', fault: 'sources-differ' };
    expect(asked({ cq: 22.3 }, 38)).toMatchObject(differ);
    expect(asked({ cq: 38 }, 22.3)).toMatchObject(differ);
    expect(asked({ cq: 20 }, 34)).toMatchObject({ outcome: 'amplified', cq: 34 });
    expect(asked({ cq: 37 }, 34)).toMatchObject({ outcome: 'amplified', cq: 34 });
  });

  it('DIAG-85 computes it where the file states nothing, and knows nothing without data', () => {
    expect(asked({ cq: 25 }, null)).toMatchObject({ outcome: 'amplified', source: 'curve' });
    expect(asked({ cq: 37 }, null)).toMatchObject({ outcome: 'not-amplified', source: 'curve' });
    expect(asked({ cq: null }, null)).toMatchObject({ outcome: 'not-amplified', cq: null, source: 'curve' });
    expect(asked({ cq: null, cycles: 35 }, null)).toMatchObject({ outcome: 'not-amplified' });
    expect(asked({ cq: null, cycles: 34 }, null)).toMatchObject({
      outcome: 'not-known',
      fault: 'ends-early',
    });
    expect(asked({ cq: 44 }, null)).toMatchObject({
      outcome: 'not-known',
      fault: 'rising-at-end',
      source: null,
    });
    expect(wellAmplification(at, [])).toEqual([
      { channel: 'FAM', outcome: 'not-known', fault: 'no-data', cq: null, source: null, latestCycle: 35 },
    ]);
    const nothing = { cycle: new Float64Array(), value: new Float64Array() };
    expect(wellAmplification(at, [{ channel: 'FAM', ...nothing, cq: 30 }])[0]).toMatchObject({
      outcome: 'amplified',
      source: 'file',
    });
  });

  it('DIAG-85 does not know if it amplifies or reads another channel that does', () => {
    const other = (curve: Curve, cq: number | 'none' | null = null) => ({ ...curveOf(curve), cq });
    const beside = (...crossTalk: (ReturnType<typeof other> | null)[]) =>
      wellAmplification(at, [{ channel: 'FAM', ...curveOf({ cq: 25 }), cq: null, crossTalk }])[0];
    const unsure = { outcome: 'not-known', fault: 'cross-talk', cq: null };
    expect(beside(other({ cq: 22 }))).toMatchObject(unsure);
    expect(beside(other({ cq: 22, plateau: 40 }))).toMatchObject(unsure);
    expect(beside(other({ cq: null }, 30))).toMatchObject(unsure);
    expect(beside(other({ cq: null }), null)).toMatchObject(unsure);
    expect(beside(other({ cq: null }, 'none'))).toMatchObject({ outcome: 'amplified' });
    const late = {
      channel: 'FAM' as const,
      ...curveOf({ cq: 37 }),
      cq: null,
      crossTalk: [other({ cq: 22 })],
    };
    expect(wellAmplification(at, [late])[0]).toMatchObject({ outcome: 'not-amplified' });
  });

  it('REVIEW-406 shows the Cq of the file or of the curve, or why it is not known', () => {
    expect(cqRead({ ...curveOf({ cq: 25 }), cq: 24 })).toEqual({ cq: 24, source: 'file', fault: null });
    expect(cqRead({ ...curveOf({ cq: null }), cq: null })).toEqual({
      cq: null,
      source: 'curve',
      fault: null,
    });
    expect(cqRead({ ...curveOf({ cq: 44 }), cq: null })).toEqual({
      cq: null,
      source: null,
      fault: 'rising-at-end',
    });
  });

  it('REVIEW-410 shows why the curve does not support the Cq of the file', () => {
    const faultOf = (curve: Curve, cq: number | 'none') => cqRead({ ...curveOf(curve), cq }).fault;
    expect(cqRead({ ...curveOf({ cq: 22 }), cq: 'none' })).toEqual({
      cq: null,
      source: 'file',
      fault: 'sources-differ',
    });
    expect(faultOf({ cq: null }, 24)).toBe('sources-differ');
    expect(faultOf({ cq: 22.3 }, 38)).toBe('sources-differ');
    expect(faultOf({ cq: 9.5 }, 'none')).toBe('rising-at-start');
    expect(faultOf({ cq: null }, 'none')).toBeNull();
    expect(faultOf({ cq: 44 }, 'none')).toBeNull();
    const nothing = { cycle: new Float64Array(), value: new Float64Array() };
    expect(cqRead({ ...nothing, cq: 'none' }).fault).toBeNull();
  });
});

describe('a straight curve beside those of its plate', () => {
  const other = (cq: number | null, seed: number) => curveOf({ cq, seed });
  const beside = [other(22, 1), other(26, 2), other(null, 3), other(null, 4), other(null, 5)];
  const flat = (level: number, scale: number, seed = 9) => {
    const { cycle, value } = curveOf({ cq: null, drift: 0, seed });
    return { cycle, value: value.map((now) => level + (now - 400) * scale) };
  };
  const asked = (curve: ReturnType<typeof flat>, more: readonly ReturnType<typeof flat>[] = beside) =>
    findCqBeside(curve, [...more, curve]);
  const notKnown = (fault: string) => ({ outcome: 'not-known', fault });

  it('DIAG-87 has no Cq where a product would have been seen', () => {
    for (let seed = 10; seed < 60; seed++) {
      expect(asked(curveOf({ cq: null, seed }))).toEqual({ outcome: 'none' });
      expect(asked(flat(700, 1, seed), [])).toEqual({ outcome: 'none' });
    }
    expect(asked(curveOf({ cq: 25, seed: 7 }))).toMatchObject({ outcome: 'amplified' });
  });

  it('DIAG-87 is not known at the level where products end: the detector may be saturated', () => {
    expect(asked(flat(3450, 1))).toEqual(notKnown('at-ceiling'));
    expect(asked(flat(65_000, 8))).toEqual(notKnown('at-ceiling'));
  });

  it('DIAG-87 is not known if many readings are the largest one, also alone on a plate', () => {
    const { cycle, value } = flat(65_530, 3);
    const clipped = { cycle, value: value.map((now) => Math.min(now, 65_533)) };
    expect(clipped.value.filter((now) => now === 65_533).length).toBeLessThan(23); // not constant
    expect(findCq(clipped)).toEqual({ outcome: 'none' });
    expect(asked(clipped, [])).toEqual(notKnown('at-ceiling'));
  });

  it('DIAG-87 is not known if its noise would hide a product, or is far above that of the others', () => {
    const noisy = flat(900, 100);
    expect(findCq(noisy)).toEqual({ outcome: 'none' });
    expect(asked(noisy)).toEqual(notKnown('too-noisy'));
    const empty = [3, 4, 5, 6].map((seed) => other(null, seed));
    expect(asked(flat(900, 15), empty)).toEqual(notKnown('too-noisy'));
    expect(asked(flat(900, 3), empty)).toEqual({ outcome: 'none' });
  });

  it('DIAG-87 a rule does not hold on it, from the second method on', () => {
    const input = { channel: 'FAM' as const, ...flat(3450, 1), cq: null, beside };
    const answerOf = (setting: UsedAmplification[number], cq: 'none' | null = null) =>
      wellAmplification([setting], [{ ...input, cq }])[0];
    const setting = { channel: 'FAM' as const, latestCycle: 35 };
    const method = 'curvewell-amplification/2' as const;
    expect(answerOf({ ...setting, method })).toMatchObject({ outcome: 'not-known', fault: 'at-ceiling' });
    expect(answerOf({ ...setting, method }, 'none')).toMatchObject({ outcome: 'not-known', source: null });
    expect(answerOf(setting)).toMatchObject({ outcome: 'not-amplified', source: 'curve' });
    expect(cqRead(input)).toEqual({ cq: null, source: null, fault: 'at-ceiling' });
  });
});

/** Of this version, to the bit. */
const GOLDEN = [
  { outcome: 'amplified', cq: 14.380600214324252 },
  { outcome: 'amplified', cq: 23.830055908183905 },
  { outcome: 'amplified', cq: 32.665676179685576 },
];
