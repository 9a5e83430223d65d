import { DIAGNOSTIC_FILL } from '@curvewell/domain';
import {
  converter,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  type Lrgb,
  type Rgb,
} from 'culori';

const toLinear = converter('lrgb');
const NO_COLOUR = { mode: 'lrgb', r: NaN, g: NaN, b: NaN } as const;

/** Simulates a colour deficiency. Machado, Oliveira, Fernandes 2009, severity 1, for linear light. */
const seenBy =
  (filter: (colour: Rgb) => Rgb) =>
  (colour: string): Lrgb => {
    const { r, g, b } = filter({ ...(toLinear(colour) ?? NO_COLOUR), mode: 'rgb' });
    const [red, green, blue] = [r, g, b].map((value) => Math.min(1, Math.max(0, value)));
    return { mode: 'lrgb', r: red ?? 0, g: green ?? 0, b: blue ?? 0 };
  };

const COLOUR_VISIONS = {
  normal: seenBy((colour) => colour),
  protanopia: seenBy(filterDeficiencyProt(1)),
  deuteranopia: seenBy(filterDeficiencyDeuter(1)),
  tritanopia: seenBy(filterDeficiencyTrit(1)),
} as const;
export type ColourVision = keyof typeof COLOUR_VISIONS;
export const COLOUR_VISION_NAMES = Object.keys(COLOUR_VISIONS) as ColourVision[]; // the object has no other keys

const difference = differenceCiede2000();

/** Difference of two colours (CIEDE2000). Below `MIN_DIFFERENCE` they are hard to distinguish. */
export function colourDifference(first: string, second: string, vision: ColourVision): number {
  const seen = COLOUR_VISIONS[vision];
  return difference(seen(first), seen(second));
}

const MIN_DIFFERENCE = 9;

/** Another diagnostic of the same kit. */
export interface Painted {
  readonly label: string;
  readonly color: string;
}

interface Alike {
  readonly label: string;
  readonly vision: ColourVision;
  readonly difference: number;
}

/** The most similar other colour, and the vision for which it is; null if all are easy to distinguish. */
export function mostSimilar(color: string, others: readonly Painted[]): Alike | null {
  const [nearest] = others
    .flatMap(({ label, color: other }) =>
      COLOUR_VISION_NAMES.map((vision) => ({
        label,
        vision,
        difference: colourDifference(color, other, vision),
      })),
    )
    .toSorted((one, other) => one.difference - other.difference);
  return nearest !== undefined && nearest.difference < MIN_DIFFERENCE ? nearest : null;
}

/** The first colour of the palette that is easy to tell from the others; the first one if none is. */
export function freeColour(others: readonly Painted[]): string {
  const palette = Object.values(DIAGNOSTIC_FILL);
  return palette.find((color) => mostSimilar(color, others) === null) ?? DIAGNOSTIC_FILL.HOMOZYGOUS_WILD_TYPE;
}
