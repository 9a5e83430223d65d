import { itemAt } from '../../src/at.ts';
import { normal, uniform } from '../random.ts';
import { poolOf, type Product } from './products.ts';
import { type Maximum, truthOf } from './truth.ts';
import { type Component, type Well, wellRead } from './well.ts';

type Random = () => number;

export const WELLS = 96;
const COLUMNS = 12;

/** 1000 RFU divided by the noise of a reading. */
export const SNRS = [1000, 300, 100, 50, 30] as const;
const STEPS = [0.2, 0.3, 0.5] as const;

/** Molar ratios of the larger to the smaller product. */
const RATIOS = [1, 2, 5, 10, 20, 50] as const;

/** Standard deviation of the ln of a product's amount between wells. */
const YIELD_SD = 0.25;

/** Tm offsets within a plate, °C: from its first to its last column, and of each well. */
const GRADIENT = 0.2;
const WELL_SD = 0.04;

export const oneOf = <Item>(random: Random, items: readonly Item[]): Item =>
  itemAt(items, Math.floor(random() * items.length));

const yieldOf = (random: Random): number => 1000 * Math.exp(YIELD_SD * normal(random));

/** The Tm offset of each well of a plate. */
export function offsetsOf(random: Random, shift: number): number[] {
  const gradient = GRADIENT * (2 * random() - 1);
  return Array.from(
    { length: WELLS },
    (_, well) => shift + gradient * ((well % COLUMNS) / (COLUMNS - 1) - 0.5) + WELL_SD * normal(random),
  );
}

/** Two products of a reaction in a given ratio. */
export function pairOf(random: Random, major: Product, minor: Product, ratio: number): Component[] {
  const amplitude = yieldOf(random);
  return [
    { product: major, amplitude },
    { product: minor, amplitude: amplitude / ratio },
  ];
}

export const singleOf = (random: Random, product: Product): Component[] => [
  { product, amplitude: yieldOf(random) },
];

export function withDimer(random: Random, components: Component[], dimers: readonly Product[]): Component[] {
  const amplitude = yieldOf(random) * (0.1 + 0.4 * random());
  return [...components, { product: oneOf(random, dimers), amplitude }];
}

/** The contents of a well of a mixed plate. */
function drawComponents(random: Random, amplicons: readonly Product[], seed: number): Component[] {
  const { heterozygotes, dimers } = poolOf(seed);
  const kind = random();
  if (kind < 0.1) return [];
  if (kind < 0.15) return singleOf(random, oneOf(random, dimers));
  if (kind < 0.55) return singleOf(random, oneOf(random, amplicons));
  if (kind < 0.63) return singleOf(random, oneOf(random, heterozygotes));
  const product = oneOf(random, amplicons);
  if (kind < 0.73) return withDimer(random, singleOf(random, product), dimers);
  const other = oneOf(
    random,
    amplicons.filter((one) => one !== product),
  );
  return pairOf(random, product, other, oneOf(random, RATIOS));
}

/** A plate of any products in any order, at one noise level and one step. */
function mixedPlate(random: Random, seed: number, { snr, step }: Pick<Well, 'snr' | 'step'>): Well[] {
  const { amplicons } = poolOf(seed);
  const few = Array.from({ length: 4 + Math.floor(9 * random()) }, () => oneOf(random, amplicons));
  const chosen = [...new Set(few)];
  return offsetsOf(random, 0).map((offset) =>
    wellRead(random, drawComponents(random, chosen, seed), { snr, step, offset }),
  );
}

/** Fifteen plates: five noise levels at three steps each. */
export function mixedPlates(seed: number): Well[][] {
  const random = uniform(seed + 10_000_000);
  return SNRS.flatMap((snr) => STEPS.map((step) => mixedPlate(random, seed, { snr, step })));
}

/**
 * The wells of one plate at each noise level: the same products, and the same noise scaled; noisiest first.
 */
export function ladderPlates(seed: number): { readonly snr: number; readonly wells: Well[] }[] {
  return [...SNRS]
    .sort((a, b) => a - b)
    .map((snr) => ({ snr, wells: mixedPlate(uniform(seed + 60_000_000), seed, { snr, step: 0.3 }) }));
}

export interface MinorCase {
  /** Distance of the products, °C, and their ratio. */
  readonly apart: number;
  readonly ratio: number;
  readonly snr: number;
}

/** A well with a smaller product at a given distance. */
export interface MinorWell extends MinorCase {
  readonly well: Well;
  readonly minor: Component;
  /** Whether it is a visible maximum of the noise-free sum, which must be found. */
  readonly isSeen: boolean;
}

export const MINORS = [
  { apart: 4, ratio: 5 },
  { apart: 6, ratio: 10 },
  { apart: 4, ratio: 10 },
] as const;
export const MINOR_SNRS = [1000, 300, 100] as const;

/**
 * Half a plate with the smaller product above, half below: pairs of products with one melt each, closest to
 * the wanted distance.
 */
export function minorPlates(seed: number): MinorWell[][] {
  const random = uniform(seed + 20_000_000);
  const plain = poolOf(seed).amplicons.filter(isPlain);
  return MINORS.flatMap(({ apart, ratio }) => {
    const pairs = pairsApart(plain, apart);
    return MINOR_SNRS.map((snr) =>
      offsetsOf(random, 0).map((offset) => {
        const { low, high } = oneOf(random, pairs);
        const [major, minor] = random() < 0.5 ? [low, high] : [high, low];
        const components = pairOf(random, major, minor, ratio);
        const well = wellRead(random, components, { snr, step: 0.5, offset });
        const isMinor = ({ own }: Maximum): boolean => Math.abs(own - (minor.tm + offset)) < 0.5;
        const isSeen = truthOf(well).must.some(isMinor);
        return { apart, ratio, snr, well, minor: itemAt(components, 1), isSeen };
      }),
    );
  });
}

/** Suitable for a kit: the product melts in one step, with a single maximum and no shoulder. */
export function isPlain({ melts, tm }: Product): boolean {
  const fall = (t: number): number => melts.reduce((sum, melt) => sum + melt.fall(t), 0);
  const top = fall(tm);
  for (const side of [-1, 1]) {
    let before = top;
    for (let t = 0.1; t < 8; t += 0.1) {
      const here = fall(tm + side * t);
      if (here > before + 0.02 * top) return false;
      before = Math.min(before, here);
    }
  }
  return true;
}

interface Pair {
  readonly low: Product;
  readonly high: Product;
}

const PAIRS = 8;

function pairsApart(products: readonly Product[], apart: number): Pair[] {
  const off = ({ low, high }: Pair): number => Math.abs(high.tm - low.tm - apart);
  return products
    .flatMap((low) => products.map((high) => ({ low, high })))
    .sort((a, b) => off(a) - off(b))
    .slice(0, PAIRS);
}
