import { describe, expect, it } from 'vitest';

import { OWN_PEERS } from '../bench/peers/peer.ts';
import { meltOf } from '../bench/physical/melt.ts';
import { ownMethod } from '../bench/physical/methods.ts';
import { duplexEnergies, twoStateTm } from '../bench/physical/nearest-neighbour.ts';
import { tunedForKits, tunedPeers } from '../bench/physical/peer-tune.ts';
import { minorPlates, mixedPlates } from '../bench/physical/plates.ts';
import { helicity, loopWeight } from '../bench/physical/poland-scheraga.ts';
import { drawSequence, poolOf } from '../bench/physical/products.ts';
import { minorScore, type MinorScore, peakFigures, peakScore } from '../bench/physical/score.ts';
import { JUDGING_SEEDS, TUNING_SEEDS, tuningSeeds } from '../bench/physical/seeds.ts';
import { truthOf } from '../bench/physical/truth.ts';
import { wellRead } from '../bench/physical/well.ts';
import { uniform } from '../bench/random.ts';

const SEED = TUNING_SEEDS[0];
const OLIGO = { sodium: 1, strands: 5e-5 };

/** The temperature at which half of the strands are bound. */
function half(sequence: string): number {
  const energies = duplexEnergies({ sequence, mismatches: [] }, OLIGO);
  let [low, high] = [0, 110];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (helicity(energies, middle, OLIGO).together > 0.5) low = middle;
    else high = middle;
  }
  return low;
}

describe('REVIEW-220 the melts of the physical benchmark', () => {
  // The first is the worked example of SantaLucia 1998: ΔG(37 °C) = −5.35 kcal/mol.
  it.each([
    ['CGTTGA', 28.8],
    ['CAAAAAG', 26.6],
    ['GCGAATTCGC', 61.5],
  ])('%s has its Tm within 1 °C of the nearest-neighbour prediction', (sequence, tm) => {
    expect(twoStateTm({ sequence, mismatches: [] }, OLIGO)).toBeCloseTo(tm, 0);
    expect(Math.abs(half(sequence) - tm)).toBeLessThan(1);
  });

  it('have the energy of the published example', () => {
    const { stacks, ends } = duplexEnergies({ sequence: 'CGTTGA', mismatches: [] }, OLIGO);
    const all = [...stacks, ...ends.slice(0, 1), ...ends.slice(-1)];
    const energy = all.reduce((sum, one) => sum + one.enthalpy - (310.15 * one.entropy) / 1000, 0);
    // The paper adds rounded energies.
    expect(Math.abs(energy + 5.35)).toBeLessThan(0.1);
  });

  it('are monotonic in temperature', () => {
    const { closed } = meltOf({
      sequence: drawSequence(uniform(3), { pairs: 120, gc: 0.4 }),
      mismatches: [],
    });
    for (let t = 50; t < 96; t += 0.5) expect(closed(t + 0.5)).toBeLessThanOrEqual(closed(t) + 1e-6);
  });

  it('are later with a higher GC content, and earlier with a mismatch', () => {
    const tm = (gc: number): number =>
      meltOf({ sequence: drawSequence(uniform(5), { pairs: 100, gc }), mismatches: [] }).tm;
    expect(tm(0.6)).toBeGreaterThan(tm(0.4) + 3);
    const sequence = drawSequence(uniform(7), { pairs: 80, gc: 0.4 });
    expect(meltOf({ sequence, mismatches: [40] }).tm).toBeLessThan(
      meltOf({ sequence, mismatches: [] }).tm - 0.2,
    );
  });

  it('weight loops by the modelled power', () => {
    for (const open of [1, 5, 40, 240])
      expect(loopWeight(open) / (1.26e-4 * (2 * open + 2) ** -2.15)).toBeCloseTo(1, 3);
  });

  it('add up in a mixture', () => {
    const [a, b] = poolOf(SEED).amplicons;
    if (a === undefined || b === undefined) throw new Error('the pool is empty');
    const components = [a, b].map((product) => ({ product, amplitude: 500 }));
    const well = wellRead(uniform(1), components, { snr: 100, step: 0.5, offset: 0.1 });
    const sum = well.components.reduce((total, one) => total + well.fallOf(one)(80), 0);
    expect(well.fall(80)).toBeCloseTo(sum, 9);
  });
});

it('REVIEW-221 judging seeds cannot be used for choices', () => {
  expect(JUDGING_SEEDS.filter((seed) => (TUNING_SEEDS as readonly number[]).includes(seed))).toEqual([]);
  expect(() => tuningSeeds([TUNING_SEEDS[0], JUDGING_SEEDS[0]])).toThrow(RangeError);
  expect(() => tunedPeers(OWN_PEERS, JUDGING_SEEDS)).toThrow(RangeError);
  expect(() => tunedForKits(OWN_PEERS[0], JUDGING_SEEDS)).toThrow(RangeError);
});

/** Fraction of some small products that were called or flagged. */
const reportedPart = (scores: readonly MinorScore[]): number =>
  scores.filter((one) => one.isReported).length / scores.length;

describe('REVIEW-222 with decreasing noise of real melts', () => {
  it('a clearly visible small product is reported no less often', () => {
    const scores = minorPlates(SEED).flatMap((plate) => {
      const results = ownMethod(
        plate.map(({ well }) => well),
        null,
      );
      return plate.flatMap((one, i) => (one.isSeen && results[i] ? [minorScore(one, results[i])] : []));
    });
    const at = (snr: number): number => reportedPart(scores.filter((one) => one.snr === snr));
    expect(at(300)).toBeGreaterThanOrEqual(at(100));
    expect(at(1000)).toBeGreaterThanOrEqual(at(300));
    expect(at(1000)).toBeGreaterThan(0.95);
  });

  // Each noise level has plates of other products; REVIEW-262 compares the same wells.
  it('errors of Tm do not grow, and more peak sets are exact', () => {
    const scores = mixedPlates(SEED).flatMap((wells) => {
      const results = ownMethod(wells, null);
      return wells.flatMap((well, i) => (results[i] ? [peakScore(well, truthOf(well), results[i])] : []));
    });
    const at = (snr: number) => peakFigures(scores.filter((one) => one.snr === snr));
    expect(at(300).rmse).toBeLessThan(at(100).rmse);
    expect(at(1000).rmse).toBeLessThan(at(100).rmse);
    expect(at(1000).exact).toBeGreaterThan(0.97);
    expect(at(100).exact).toBeGreaterThan(0.93);
  });
});
