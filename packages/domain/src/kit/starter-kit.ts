import { type ChannelName, DEFAULT_SLOPE_THRESHOLD, type PhaseType } from './assay.ts';
import { DIAGNOSTIC_FILL } from '../diagnostics/diagnostic-catalogue.ts';
import type { TemperatureRange } from './kit-fit.ts';
import type { KitDocument } from './kit-document.ts';
import { peakGroups, quantile, type SeenPeak, tallPeaks } from '../call/melt-summary.ts';
import { DEFAULT_REQUIRED_CONTROLS } from '../settings/required-controls.ts';

/** The number of products that an assay can melt. */
export type ProductCount = 1 | 2;

/** Minimum quality of peaks in a new phase, 0 to 1. */
const START_QUALITY = 0.4;
/** A zone reaches this far beyond the peaks in it, °C. */
const MARGIN = 1;
/** Between neighbouring zones, °C. */
const GAP = 0.2;
/** Share of the file's range that a zone takes where no peak shows its place. */
const BLIND_SHARE = 0.2;
/** Less than this beside a zone is no room for another one, °C. */
const LEAST_FREE = 1;
/** A threshold lies at this share of the usual height of the peaks, so that a second, smaller product counts. */
const THRESHOLD_SHARE = 0.1;

/** The curves that a starter kit is placed on. */
export interface StarterCurves {
  readonly channel: ChannelName;
  readonly phase: PhaseType;
  /** The temperatures of the file, °C. */
  readonly range: TemperatureRange;
  readonly peaks: readonly SeenPeak[];
}

/** The highest peaks of the wells of a product lie this close together, °C. */
const PRODUCT_WIDTH = 2;
/** Curves are clear if their products explain at least this share of the wells with a peak. */
const CLEAR_SHARE = 0.5;

/** The curves for a starter kit, and whether they show where the products melt. */
export interface ClearestCurves<Curves extends StarterCurves> {
  readonly curves: Curves;
  readonly isClear: boolean;
}

/**
 * The channel and phase with the clearest peaks: melting before annealing, then clear before unclear. Of several
 * clear ones, that with the highest peaks, because light of one dye shows in other channels too.
 */
export function clearestCurves<Curves extends StarterCurves>(
  all: readonly Curves[],
  products: ProductCount,
): ClearestCurves<Curves> | null {
  const [best] = all
    .map((curves) => {
      const share = explainedShare(curves.peaks, products);
      return { curves, share, isClear: share >= CLEAR_SHARE, height: usualHeight(curves.peaks) };
    })
    .sort(
      (a, b) =>
        Number(b.curves.phase === 'MELT') - Number(a.curves.phase === 'MELT') ||
        Number(b.isClear) - Number(a.isClear) ||
        (a.isClear ? b.height - a.height : b.share - a.share),
    );
  return best === undefined ? null : { curves: best.curves, isClear: best.isClear };
}

/**
 * The share of the wells with a peak whose highest one lies where most others do, one place for each product. One
 * well for each place proves nothing, and noise lies anywhere.
 */
function explainedShare(peaks: readonly SeenPeak[], products: ProductCount): number {
  const highest = [...Map.groupBy(tallPeaks(peaks), ({ position }) => position).values()].map((ofWell) =>
    ofWell.reduce((best, one) => (one.height > best.height ? one : best)),
  );
  let rest = highest.map(({ tm }) => tm);
  for (let place = 0; place < products; place += 1) {
    const [most = []] = rest
      .map((from) => rest.filter((tm) => tm >= from && tm <= from + PRODUCT_WIDTH))
      .sort((a, b) => b.length - a.length);
    rest = rest.filter((tm) => !most.includes(tm));
  }
  const explained = highest.length - rest.length - products;
  return highest.length === 0 ? 0 : explained / highest.length;
}

const tenths = (celsius: number): number => Math.round(10 * celsius) / 10;

/**
 * A zone for each product, lowest temperature first: around the groups of peaks with the most wells, and where there
 * are too few groups, evenly on the rest of the file's range. The zones only start the work of a person, who drags
 * them.
 */
export function starterZones(
  { range: [from, to], peaks }: Pick<StarterCurves, 'range' | 'peaks'>,
  products: ProductCount,
): TemperatureRange[] {
  const found = peakGroups(peaks)
    .sort((a, b) => b.length - a.length)
    .slice(0, products)
    .map((group): TemperatureRange => {
      const tms = group.map(({ tm }) => tm);
      return [quantile(tms, 0.05) - MARGIN, quantile(tms, 0.95) + MARGIN];
    });
  const hasRoom = found.every(([low, high]) => Math.max(low - from, to - high) > LEAST_FREE);
  // Peaks all over the range show no product.
  const placed = found.length === products || hasRoom ? found : [];
  const zones = [
    ...placed,
    ...blindZones(placed, { range: [from, to], count: products - placed.length }),
  ].sort(([a], [b]) => a - b);
  return withGaps(zones).map(([low, high]) => [tenths(Math.max(from, low)), tenths(Math.min(to, high))]);
}

/** Zones without peaks: in the middle of the largest free part of the range. */
function blindZones(
  taken: readonly TemperatureRange[],
  { range: [from, to], count }: { readonly range: TemperatureRange; readonly count: number },
): TemperatureRange[] {
  if (count <= 0) return [];
  const width = BLIND_SHARE * (to - from);
  const [zone] = taken;
  if (zone === undefined)
    return Array.from({ length: count }, (_, index): TemperatureRange => {
      const centre = from + ((index + 1) * (to - from)) / (count + 1);
      return [centre - width / 2, centre + width / 2];
    });
  const [low, high] = zone;
  const centre = low - from > to - high ? (from + low) / 2 : (high + to) / 2;
  const half = Math.min(width, Math.max(low - from, to - high) - 2 * GAP) / 2;
  return [[centre - half, centre + half]];
}

/** Neighbouring zones end before they meet. */
function withGaps(zones: readonly TemperatureRange[]): TemperatureRange[] {
  return zones.map(([low, high], index) => {
    const before = zones[index - 1];
    const after = zones[index + 1];
    const meets = (one: TemperatureRange, other: TemperatureRange) => other[0] - one[1] < GAP;
    return [
      before && meets(before, [low, high]) ? (before[1] + low) / 2 + GAP / 2 : low,
      after && meets([low, high], after) ? (high + after[0]) / 2 - GAP / 2 : high,
    ];
  });
}

/** The median height of the peaks, RFU/°C; 0: there is none. */
function usualHeight(peaks: readonly SeenPeak[]): number {
  const heights = tallPeaks(peaks)
    .map(({ height }) => height)
    .sort((a, b) => a - b);
  return quantile(heights, 0.5);
}

/** A tenth of the usual height of the peaks, to two digits, RFU/°C; 0: no peak shows a height. */
export const starterThreshold = (peaks: readonly SeenPeak[]): number =>
  Number((THRESHOLD_SHARE * usualHeight(peaks)).toPrecision(2));

interface StarterRule {
  readonly zones: readonly string[];
  readonly diagnostic: KitDocument['kit']['diagnostics'][number];
}

const NO_PRODUCT = { name: 'NEGATIVE', label: 'No product', color: DIAGNOSTIC_FILL.NEGATIVE };
const ofKit = (label: string, letters: string, color: string) => ({
  name: label,
  label,
  letters,
  color,
  meaning: 'positive' as const,
});

/** What the combinations of zones mean, in words that name no genotype: only the laboratory knows it. */
const RULES: Readonly<Record<ProductCount, readonly StarterRule[]>> = {
  1: [
    { zones: [], diagnostic: NO_PRODUCT },
    { zones: ['A'], diagnostic: ofKit('Product A', 'A', DIAGNOSTIC_FILL.ABNORMAL) },
  ],
  2: [
    { zones: [], diagnostic: NO_PRODUCT },
    { zones: ['A'], diagnostic: ofKit('Product A only', 'A', DIAGNOSTIC_FILL.HOMOZYGOUS_WILD_TYPE) },
    { zones: ['B'], diagnostic: ofKit('Product B only', 'B', DIAGNOSTIC_FILL.HOMOZYGOUS_MUTATED) },
    { zones: ['A', 'B'], diagnostic: ofKit('Products A and B', 'AB', DIAGNOSTIC_FILL.HETEROZYGOUS) },
  ],
};

interface StarterKit {
  readonly name: string;
  readonly reactionBuffer: string;
  readonly analyser: string;
  readonly products: ProductCount;
  readonly curves: StarterCurves;
}

/** A draft of a kit with one phase, a zone for each product and a rule for each combination; not validated. */
export function starterKit({ name, reactionBuffer, analyser, products, curves }: StarterKit): KitDocument {
  const { channel, phase, peaks } = curves;
  const rules = RULES[products];
  const zones = starterZones(curves, products).map(([minTemp, maxTemp], index) => {
    const letter = 'AB'.charAt(index);
    return {
      name: letter,
      minTemp,
      maxTemp,
      label: `Product ${letter}`,
      minThreshold: null,
      minQuality: null,
    };
  });
  return {
    format: 'curvewell-kit-version',
    formatVersion: 1,
    kit: {
      name,
      channels: [{ channel, label: '' }],
      diagnostics: rules.map(({ diagnostic }) => diagnostic),
    },
    version: {
      version: 'v1',
      validityStartDate: null,
      validityEndDate: null,
      isEditable: true,
      requiredControls: DEFAULT_REQUIRED_CONTROLS,
      outsideDiagnostic: null,
    },
    configurations: [
      {
        analyser,
        status: 'NOT_VALIDATED',
        reactionBuffer,
        channels: [
          {
            name: channel,
            phases: [
              {
                phaseType: phase,
                minThreshold: starterThreshold(peaks),
                slopeThreshold: DEFAULT_SLOPE_THRESHOLD,
                minQuality: START_QUALITY,
                inversed: false,
                zones,
              },
            ],
            rules: rules.map(({ zones: letters, diagnostic }) => ({
              zones: [...letters],
              diagnostic: diagnostic.name,
              expressions: [],
            })),
          },
        ],
      },
    ],
  };
}
