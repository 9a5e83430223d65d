import { normal } from '../random.ts';
import type { Melt } from './melt.ts';
import type { Product } from './products.ts';

/** A product in a well. */
export interface Component {
  readonly product: Product;
  /** Fluorescence of its closed duplexes at 60 °C, RFU. */
  readonly amplitude: number;
}

/** How a well is read. */
export interface Reading {
  /** 1000 RFU divided by the noise of a reading at full brightness. */
  readonly snr: number;
  /** °C between readings. */
  readonly step: number;
  /** The instrument's temperature offset, °C: block, position and day. */
  readonly offset: number;
}

/** The readings of a well and its contents. */
export interface Well extends Reading {
  readonly components: readonly Component[];
  readonly temperature: Float64Array;
  readonly fluorescence: Float64Array;
  /** −dF/dT of all products without noise and background, and of one of them. */
  readonly fall: (temperature: number) => number;
  readonly fallOf: (component: Component) => (temperature: number) => number;
}

export const FIRST_READING = 60;
export const LAST_READING = 96;

/** Loss of the dye's brightness with temperature, per °C. */
const QUENCH = { least: 0.005, most: 0.012 } as const;
/** Free dye, RFU at 60 °C, and the detector's drift, RFU per °C. */
const FREE_DYE = { least: 60, most: 350 } as const;
const DRIFT = 1.5;
/** One well in eight has a hump: unspecific duplexes, RFU, that melt over some °C. */
const HUMP = { part: 0.125, least: 80, most: 350, narrowest: 3.5, widest: 6 } as const;
/** Half of the noise at full brightness is the detector's, the other half is shot noise. */
const SHOT_PART = 0.5;
/** RFU for which the shot noise is stated. */
const BRIGHTEST = 1200;

type Random = () => number;
const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

const sumOf = (melts: readonly Melt[], of: (melt: Melt) => number): number =>
  melts.reduce((sum, melt) => sum + of(melt), 0) / melts.length;

/** The background signal. */
function drawBackground(random: Random): (temperature: number) => number {
  const free = between(random, FREE_DYE.least, FREE_DYE.most);
  const drift = DRIFT * (2 * random() - 1);
  const decay = between(random, 0.004, 0.02);
  const hasHump = random() < HUMP.part;
  const hump = hasHump ? between(random, HUMP.least, HUMP.most) : 0;
  const centre = between(random, 62, 92);
  const width = between(random, HUMP.narrowest, HUMP.widest);
  return (t) =>
    100 +
    free * Math.exp(-decay * (t - FIRST_READING)) +
    drift * (t - FIRST_READING) +
    hump / (1 + Math.exp((t - centre) / width));
}

/** Reads a well; deterministic for a generator. */
export function wellRead(random: Random, components: readonly Component[], reading: Reading): Well {
  const { snr, step, offset } = reading;
  const quench = between(random, QUENCH.least, QUENCH.most);
  const shine = (t: number): number => Math.exp(-quench * (t - FIRST_READING));
  const background = drawBackground(random);
  const signalOf = ({ product, amplitude }: Component, t: number): number =>
    amplitude * shine(t) * sumOf(product.melts, (melt) => melt.closed(t));
  const fallOf = (component: Component) => (read: number) => {
    const t = read - offset;
    const { product, amplitude } = component;
    const closed = quench * sumOf(product.melts, (melt) => melt.closed(t));
    return amplitude * shine(t) * (sumOf(product.melts, (melt) => melt.fall(t)) + closed);
  };
  const falls = components.map(fallOf);
  const count = Math.floor((LAST_READING - FIRST_READING) / step + 1e-9) + 1;
  const temperature = Float64Array.from(
    { length: count },
    (_, i) => Math.round((FIRST_READING + i * step) * 1e6) / 1e6,
  );
  const sigma = 1000 / snr;
  const fluorescence = temperature.map((read) => {
    const t = read - offset;
    const bright = components.reduce((sum, one) => sum + signalOf(one, t), background(t));
    const variance = 1 - SHOT_PART + (SHOT_PART * Math.max(0, bright)) / BRIGHTEST;
    return bright + sigma * Math.sqrt(variance) * normal(random);
  });
  const fall = (t: number): number => falls.reduce((sum, of) => sum + of(t), 0);
  return { ...reading, components, temperature, fluorescence, fall, fallOf };
}
