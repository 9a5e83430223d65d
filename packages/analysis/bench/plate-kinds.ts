import type { BenchmarkCurve } from './mcb1.ts';
import { uniform } from './random.ts';

/**
 * The other curves on a curve's plate.
 *
 * `alone`: none. `alike`: curves of its own set, step, noise and width. `generated`: its neighbours in the
 * order of the benchmark, which mixes many kinds. `shuffled`: any curves of its step.
 */
export const PLATE_KINDS = ['alone', 'alike', 'generated', 'shuffled'] as const;
export type PlateKind = (typeof PLATE_KINDS)[number];

export interface NumberedCurve {
  readonly number: number;
  readonly curve: BenchmarkCurve;
}

const SHUFFLE_SEED = 4_000_000;

/** The items in random order. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = uniform(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

const alike = ({ curve }: NumberedCurve): string => {
  const { set, step, snr, width, enthalpy, kind } = curve.condition;
  return [set, step, snr, width, enthalpy, kind].join();
};

const groups = (curves: readonly NumberedCurve[], kind: PlateKind): NumberedCurve[][] => {
  switch (kind) {
    case 'alone':
      return curves.map((one) => [one]);
    case 'alike':
      return [...Map.groupBy(curves, alike).values()];
    case 'generated':
      return [[...curves]];
    case 'shuffled':
      return [...Map.groupBy(curves, ({ curve }) => curve.condition.step)].map(([step, ofStep]) =>
        shuffled(ofStep, SHUFFLE_SEED + Math.round(1000 * step)),
      );
  }
};

/** The plates of a kind, up to a number of wells. */
export const platesOf = (
  curves: readonly BenchmarkCurve[],
  { kind, wells }: { readonly kind: PlateKind; readonly wells: number },
): NumberedCurve[][] =>
  groups(
    curves.map((curve, number) => ({ number, curve })),
    kind,
  ).flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / wells) }, (_, plate) =>
      group.slice(plate * wells, (plate + 1) * wells),
    ),
  );
