import { type ChannelName, DEFAULT_SLOPE_THRESHOLD, type PhaseType } from './assay.ts';
import { DIAGNOSTIC_FILL } from './diagnostic-catalogue.ts';
import type { TemperatureRange } from './kit-fit.ts';
import type { KitDocument } from './kit-document.ts';
import { peakGroups, quantile, type SeenPeak, tallPeaks } from './melt-summary.ts';
import { DEFAULT_REQUIRED_CONTROLS } from './required-controls.ts';

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
      const tms = group.map(({ tm }) => tm).sort((a, b) => a - b);
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

/** A tenth of the usual height of the peaks, to two digits, RFU/°C; 0: no peak shows a height. */
export function starterThreshold(peaks: readonly SeenPeak[]): number {
  const heights = tallPeaks(peaks)
    .map(({ height }) => height)
    .sort((a, b) => a - b);
  return Number((THRESHOLD_SHARE * quantile(heights, 0.5)).toPrecision(2));
}

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
