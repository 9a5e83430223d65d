import { afterEach, describe, expect, it } from 'vitest';

import { mcb1 } from '../bench/mcb1.ts';
import { availablePeers } from '../bench/peers/available.ts';
import { type Maxima, prominentMaxima } from '../bench/peers/maxima.ts';
import { outsidePeers } from '../bench/peers/outside.ts';
import { OWN_PEERS, type Peer, peaksBy } from '../bench/peers/peer.ts';
import { tuned } from '../bench/peers/tune.ts';

const OUTSIDE = ['scipy', 'R spline', 'MBmca', 'rdmlpython'];
/** One product 3 °C wide each. */
const WELLS = mcb1(
  0,
  ({ set, step, snr, width }) => set === 'S' && step === 0.5 && snr === 300 && width === 3,
).slice(0, 3);
const TMS = WELLS.flatMap(({ truth }) => truth.map(({ tm }) => tm));
const top = (tm: number, prominence: number) => ({ tm, prominence, size: prominence });

it('REVIEW-275 peaks are maxima above a fraction of the highest, above noise, and above a minimum size', () => {
  const maxima: Maxima = { tops: [top(60, 100), top(70, 20), top(80, 8)], error: 3 };
  const peaks = (part: number, errors: number, least: number) =>
    prominentMaxima(maxima, { part, errors, least });
  expect(peaks(0, 0, 0)).toEqual([60, 70, 80]);
  expect(peaks(0.1, 0, 0)).toEqual([60, 70]);
  expect(peaks(0, 5, 0)).toEqual([60, 70]);
  expect(peaks(0, 0, 25)).toEqual([60]);
});

describe('REVIEW-275 the settings of a peer', () => {
  it.each(OWN_PEERS.map((peer) => [peer.name, peer] as const))('%s finds one product', (_, peer) => {
    const isExact = (well: number, tms: readonly number[]): boolean =>
      tms.length === 1 && Math.abs((tms[0] ?? 0) - (TMS[well] ?? 0)) < 1;
    const chosen = tuned(peer, WELLS, isExact);
    const found = peaksBy(chosen, WELLS);
    // ml-gsd has no minimum size to choose.
    if (peer.leasts.length > 0) expect(found.map((tms) => tms?.length)).toEqual([1, 1, 1]);
    expect(found.every((tms, i) => tms?.some((tm) => Math.abs(tm - (TMS[i] ?? 0)) < 0.5))).toBe(true);
  });

  it('are those with the most exact wells, and a slow peer gets only some', () => {
    // The first smoothing finds noise, the second the products.
    const slow: Peer = {
      name: 'slow',
      smoothings: ['rough', 'smooth'],
      leasts: [10],
      every: 2,
      maxima: (wells, smoothing) =>
        wells.map(() => ({ tops: smoothing === 0 ? [top(60, 30), top(61, 30)] : [top(65, 30)], error: 0 })),
    };
    const chosen = tuned(slow, WELLS, (_, tms) => tms.length === 1);
    expect(chosen.smoothing).toBe(1);
    expect(peaksBy(chosen, WELLS)).toEqual([[65], null, [65]]);
  });
});

describe('REVIEW-275 peers in other languages', () => {
  const { PATH } = process.env;
  afterEach(() => {
    process.env['PATH'] = PATH;
  });

  it('are skipped with a note if they are not installed', () => {
    process.env['PATH'] = '';
    const { peers, note } = availablePeers(false);
    expect(peers).toEqual(OWN_PEERS);
    expect(note).toContain(OUTSIDE.join(', '));
  });

  const { peers, missing } = outsidePeers();

  it('are each available or missing', () => {
    expect([...peers.map(({ name }) => name), ...missing].toSorted()).toEqual(OUTSIDE.toSorted());
  });

  for (const name of OUTSIDE) {
    const peer = peers.find((one) => one.name === name);
    it.skipIf(peer === undefined)(
      `${name} finds the products of three wells (if installed)`,
      () => {
        const found = peer?.maxima(WELLS, 1) ?? [];
        expect(found).toHaveLength(WELLS.length);
        for (const [i, { tops }] of found.entries()) {
          const [highest] = tops.toSorted((a, b) => b.prominence - a.prominence);
          expect(Math.abs((highest?.tm ?? 0) - (TMS[i] ?? 0))).toBeLessThan(0.6);
        }
      },
      120_000,
    );
  }
});
