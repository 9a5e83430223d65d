import * as spoil from './spoil.ts';

/** The part of a plate that a fault affects. */
type Extent = 'every other well' | 'plate' | 'neighbour' | 'channel' | 'edge' | 'columns';

/** One thing that goes wrong. */
export interface Fault {
  readonly name: string;
  readonly extent: Extent;
  /** The readings contain nothing of the sample, so any call is wrong. */
  readonly isBlind?: boolean;
  /** The well's own readings do not show the fault; only controls and replicates do. */
  readonly isHidden?: boolean;
  readonly spoil?: spoil.Spoil;
  /** The share of the other curve, for `neighbour` and `channel`. */
  readonly share?: number;
  /** °C between readings, for the whole plate. */
  readonly step?: number;
}

const of = (name: string, how: spoil.Spoil, more: Partial<Fault> = {}): Fault => ({
  name,
  extent: 'every other well',
  spoil: how,
  ...more,
});

/** The faults in the evaluation of kits' calls: docs/analysis-validation.md. */
export const PHYSICAL_FAULTS: readonly Fault[] = [
  ...[0.1, 0.3, 0.5, 0.7, 0.9].map((part) => of(`${100 * part} % saturated`, spoil.clipped(part))),
  of('saturated until the melt', spoil.clippedOverMelt),
  ...[1, 1.8, 2.5].map((step): Fault => ({ name: `steps of ${step} °C`, extent: 'plate', step })),
  of('constant', spoil.constant, { isBlind: true }),
  of('constant, counted', spoil.constantCounted, { isBlind: true }),
  of('constant, noise', spoil.constantNoisy, { isBlind: true }),
  of('constant, slow drift', spoil.constantDrifting, { isBlind: true }),
  ...[5, 10, 15].map((width) => of(`slow bubble, ${width} °C`, spoil.slowBubble(width))),
  of('sudden bubble', spoil.suddenBubble),
  ...[0.03, 0.09, 0.2].flatMap((share): Fault[] => [
    { name: `${100 * share} % of the next well`, extent: 'neighbour', share },
    { name: `${100 * share} % of another channel`, extent: 'channel', share },
  ]),
  of('evaporated', spoil.evaporated, { isBlind: true }),
  of('without dye', spoil.withoutDye, { isBlind: true }),
  ...[3, 6].map((width) => of(`${width} °C not read`, spoil.missing(width))),
  of('begins above the melt', spoil.cutBefore),
  of('ends below the melt', spoil.cutAfter),
  of('lamp flickers', spoil.flickering),
  of('counted by 10 RFU', spoil.counted(10)),
  of('counted by 50 RFU', spoil.counted(50)),
  of('one reading off', spoil.spiked),
  of('step', spoil.stepped),
  of('upside down', spoil.inverted),
  of('each reading twice', spoil.doubled),
  of('noise × 10', spoil.noisy(10)),
  of('baseline drifts', spoil.drifting),
  of('temperature and signal swapped', spoil.swapped),
  of('one well 1.5 °C too high', spoil.warmer(1.5), { isHidden: true }),
  { name: 'edge wells 0.8 °C too high', extent: 'edge', spoil: spoil.warmer(0.8), isHidden: true },
  { name: 'two columns swapped', extent: 'columns', isHidden: true },
];
