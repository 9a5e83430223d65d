import { itemAt } from '../../src/at.ts';
import { uniform } from '../random.ts';
import { isPlain, offsetsOf, oneOf, pairOf, singleOf, withDimer } from './plates.ts';
import { poolOf, type Product } from './products.ts';
import { truthOf } from './truth.ts';
import { type Component, type Well, wellRead } from './well.ts';

/** A target of a kit and its zone. */
export interface Target {
  readonly name: string;
  readonly product: Product;
  readonly from: number;
  readonly to: number;
}

export interface Kit {
  readonly targets: readonly Target[];
  /** Whether some of its targets are 1.3 °C apart. */
  readonly isNear: boolean;
  readonly dimers: readonly Product[];
}

export interface KitWell {
  readonly well: Well;
  /** Zones that must be hit, and those that may. */
  readonly must: readonly string[];
  readonly may: readonly string[];
  /** Whether it has exactly one target. */
  readonly isSingle: boolean;
}

export interface KitPlate {
  readonly kit: Kit;
  readonly wells: readonly KitWell[];
}

const SIZES = [2, 3, 4, 8] as const;
/** °C between the targets of a kit by its size, and between close ones. */
const APART: Readonly<Record<(typeof SIZES)[number], number>> = { 2: 4, 3: 3.5, 4: 3, 8: 2 };
const NEAR = 1.3;
/** Tolerance of that distance, °C, because the pool does not have targets at every temperature. */
const CLOSER = 0.4;
const CLOSER_NEAR = 0.15;
/** Maximum half width of a zone; a tenth of a degree between zones stays free. */
const HALF_ZONE = 1.4;
const BETWEEN_ZONES = 0.1;
const COLDEST = 76;
const HOTTEST = 90;
const RATIOS = [1, 2, 5, 10, 20, 50] as const;
const STEP = 0.5;
const NAMES = 'ABCDEFGH';

/** Selects targets one after the other at the wanted distance, or the nearest. */
function targetsOf(
  products: readonly Product[],
  {
    size,
    isNear,
    first,
  }: { readonly size: (typeof SIZES)[number]; readonly isNear: boolean; readonly first: number },
): Product[] {
  const chosen = [itemAt(products, first)];
  while (chosen.length < size) {
    const last = itemAt(chosen, chosen.length - 1);
    const isPair = isNear && chosen.length % 2 === 1;
    const apart = isPair ? NEAR : APART[size];
    const least = last.tm + apart - (isPair ? CLOSER_NEAR : CLOSER);
    const above = products.filter(({ tm }) => tm >= least);
    if (above.length === 0) break;
    const off = ({ tm }: Product): number => Math.abs(tm - last.tm - apart);
    chosen.push(above.reduce((best, one) => (off(one) < off(best) ? one : best)));
  }
  return chosen;
}

function zonesOf(products: readonly Product[]): Target[] {
  return products.map((product, k) => {
    const gaps = [products[k - 1], products[k + 1]].map((other) =>
      other === undefined ? Infinity : Math.abs(other.tm - product.tm),
    );
    const half = Math.min(HALF_ZONE, 0.5 * (Math.min(...gaps) - BETWEEN_ZONES));
    return { name: NAMES[k] ?? '', product, from: product.tm - half, to: product.tm + half };
  });
}

/** Eight kits: four sizes, each with distant targets and with close ones. */
export function kitsOf(seed: number): Kit[] {
  const { amplicons, dimers } = poolOf(seed);
  const products = amplicons
    .filter((product) => product.tm >= COLDEST && isPlain(product))
    .sort((a, b) => a.tm - b.tm);
  const random = uniform(seed + 30_000_000);
  return SIZES.flatMap((size) =>
    [false, true].map((isNear) => {
      // Room for the kit's targets above its first.
      const room = products.filter(({ tm }) => tm <= HOTTEST - APART[size] * (size - 1)).length;
      const first = Math.floor(random() * Math.max(1, room));
      return { targets: zonesOf(targetsOf(products, { size, isNear, first })), isNear, dimers };
    }),
  );
}

function drawComponents(random: () => number, { targets, dimers }: Kit): Component[] {
  const kind = random();
  if (kind < 0.12) return [];
  const { product } = oneOf(random, targets);
  if (kind < 0.67) return singleOf(random, product);
  if (kind < 0.75) return withDimer(random, singleOf(random, product), dimers);
  const others = targets.filter((target) => target.product !== product);
  return pairOf(random, product, oneOf(random, others).product, oneOf(random, RATIOS));
}

/** The zone of a temperature on a plate with this offset; null: none. */
const zoneAt = ({ targets }: Kit, tm: number): string | null =>
  targets.find(({ from, to }) => tm >= from && tm <= to)?.name ?? null;

function kitWell(kit: Kit, well: Well, shift: number): KitWell {
  const { must, may } = truthOf(well);
  // On a shifted plate, contents are located on the kit's own scale.
  const zones = (tms: readonly number[]): string[] => tms.flatMap((tm) => zoneAt(kit, tm - shift) ?? []);
  const nameOf = ({ product }: Component): string[] =>
    kit.targets.filter((target) => target.product === product).map(({ name }) => name);
  const held = well.components.flatMap(nameOf);
  const seen = zones(must.map(({ tm }) => tm));
  return {
    well,
    must: seen,
    may: [...held, ...seen, ...zones(may)],
    isSingle: well.components.length === 1 && held.length === 1,
  };
}

/** A plate of each kit at one noise level, with the instrument's offset `shift`, °C. */
export function kitPlates(
  seed: number,
  { snr, shift = 0, step = STEP }: { readonly snr: number; readonly shift?: number; readonly step?: number },
) {
  const random = uniform(seed + 40_000_000 + snr + Math.round(100 * (shift + 10)) * 10_000);
  return kitsOf(seed).map((kit): KitPlate => {
    const wells = offsetsOf(random, shift).map((offset) => {
      const components = drawComponents(random, kit);
      return kitWell(kit, wellRead(random, components, { snr, step, offset }), shift);
    });
    return { kit, wells };
  });
}
