import { uniform } from '../random.ts';
import { type Melt, meltOf } from './melt.ts';

/** The products of a reaction: the melts of its duplexes, in equal amounts. */
export interface Product {
  readonly kind: 'amplicon' | 'heterozygote' | 'dimer';
  readonly pairs: number;
  readonly melts: readonly Melt[];
  /** The steepest point of their sum, °C. */
  readonly tm: number;
}

type Random = () => number;

const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** A random sequence: the GC content varies along the strand, as in genomes, and CG is five times as rare. */
export function drawSequence(random: Random, { pairs, gc }: { readonly pairs: number; readonly gc: number }) {
  let sequence = '';
  let local = gc;
  while (sequence.length < pairs) {
    local = Math.min(0.85, Math.max(0.1, local + 0.06 * (random() - 0.5) + 0.03 * (gc - local)));
    const isStrong = random() < local;
    const base = isStrong ? (random() < 0.5 ? 'G' : 'C') : random() < 0.5 ? 'A' : 'T';
    if (base === 'G' && sequence.endsWith('C') && random() < 0.8) continue;
    sequence += base;
  }
  return sequence;
}

const OTHER: Readonly<Record<string, string>> = { A: 'G', G: 'A', C: 'T', T: 'C' };

/** The same sequence with another base at one position. */
const variantOf = (sequence: string, place: number): string =>
  `${sequence.slice(0, place)}${OTHER[sequence[place] ?? ''] ?? 'A'}${sequence.slice(place + 1)}`;

const SCAN = 0.02;

/** The steepest point of a sum of melts, between their own. */
function steepestOf(melts: readonly Melt[]): number {
  const tms = melts.map(({ tm }) => tm);
  const fall = (t: number): number => melts.reduce((sum, melt) => sum + melt.fall(t), 0);
  let best = Math.min(...tms);
  for (let t = best; t <= Math.max(...tms); t += SCAN) if (fall(t) > fall(best)) best = t;
  return best;
}

const productOf = (kind: Product['kind'], pairs: number, melts: readonly Melt[]): Product => ({
  kind,
  pairs,
  melts,
  tm: steepestOf(melts),
});

function amplicon(random: Random): Product {
  const pairs = Math.round(between(random, 60, 250));
  const sequence = drawSequence(random, { pairs, gc: between(random, 0.2, 0.52) });
  return productOf('amplicon', pairs, [meltOf({ sequence, mismatches: [] })]);
}

/** Both alleles and their two heteroduplexes with a mismatch. */
function heterozygote(random: Random): Product {
  const pairs = Math.round(between(random, 60, 140));
  const sequence = drawSequence(random, { pairs, gc: between(random, 0.25, 0.5) });
  const place = Math.round(between(random, 0.2, 0.8) * pairs);
  const variant = variantOf(sequence, place);
  const melts = [
    { sequence, mismatches: [] },
    { sequence: variant, mismatches: [] },
    { sequence, mismatches: [place] },
    { sequence: variant, mismatches: [place] },
  ].map((duplex) => meltOf(duplex));
  return productOf('heterozygote', pairs, melts);
}

function dimer(random: Random): Product {
  const pairs = Math.round(between(random, 28, 45));
  const sequence = drawSequence(random, { pairs, gc: between(random, 0.3, 0.5) });
  return productOf('dimer', pairs, [meltOf({ sequence, mismatches: [] })]);
}

const MAKE = { amplicon, heterozygote, dimer } as const;

/** Minimum and maximum Tm of products, °C: readings go from 60 to 96. */
const COLDEST: Readonly<Record<Product['kind'], number>> = { amplicon: 73, heterozygote: 73, dimer: 65 };
const HOTTEST: Readonly<Record<Product['kind'], number>> = { amplicon: 91, heterozygote: 91, dimer: 76 };

/** The random products of a seed; seeds share no sequences. */
export interface Pool {
  readonly amplicons: readonly Product[];
  readonly heterozygotes: readonly Product[];
  readonly dimers: readonly Product[];
}

function draw(kind: Product['kind'], random: Random, count: number): Product[] {
  const found: Product[] = [];
  while (found.length < count) {
    const product = MAKE[kind](random);
    if (product.tm >= COLDEST[kind] && product.tm <= HOTTEST[kind]) found.push(product);
  }
  return found;
}

const POOLS = new Map<number, Pool>();

/** Sixty-five amplicons and the other products. Cached, because it takes a second. */
export function poolOf(seed: number): Pool {
  const known = POOLS.get(seed);
  if (known !== undefined) return known;
  const random = uniform(seed);
  const pool = {
    amplicons: draw('amplicon', random, 65),
    heterozygotes: draw('heterozygote', random, 8),
    dimers: draw('dimer', random, 8),
  };
  POOLS.set(seed, pool);
  return pool;
}
