import { MAX_ZONES_PER_CHANNEL } from './kit.ts';
import { type ChannelName, DEFAULT_SLOPE_THRESHOLD, type PhaseType } from './assay.ts';
import type { TemperatureRange } from './kit-fit.ts';
import type { KitDocument } from './kit-document.ts';
import { peakGroups, quantile, type SeenPeak, tallPeaks } from '../call/melt-summary.ts';
import { DEFAULT_REQUIRED_CONTROLS } from '../settings/required-controls.ts';
import { panelRules, panelSampleRules, productRules, shapeRules, type StarterRule } from './starter-rules.ts';
import { type PeakSpan, peakSpans, starterShape, variantSpans } from './starter-shape.ts';

/** The number of products that an assay can melt in one channel. */
export type ProductCount = 1 | 2;
/**
 * What a kit starts with: a zone for each product of one channel; `panel`: a zone on each common peak of each clear
 * channel; `shapes`: a zone on one product, and groups by the shape of its curve.
 */
export type StarterStart = ProductCount | 'panel' | 'shapes';

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
function explainedShare(peaks: readonly SeenPeak[], products: number): number {
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

/** The curves that a kit starts on, and whether they show where the products melt; null: there are none. */
export function starterCurves<Curves extends StarterCurves>(
  all: readonly Curves[],
  start: StarterStart,
): { readonly curves: readonly Curves[]; readonly isClear: boolean } | null {
  const panel = start === 'panel' ? panelCurves(all) : [];
  if (panel.length > 0) return { curves: panel, isClear: true };
  const clearest = clearestCurves(all, start === 2 ? 2 : 1);
  return clearest && { curves: [clearest.curves], isClear: clearest.isClear };
}

/** The melting curves of each channel in which the common peaks explain most wells. */
const panelCurves = <Curves extends StarterCurves>(all: readonly Curves[]): Curves[] =>
  all.filter(({ phase, peaks }) => {
    const products = commonGroups(peaks);
    return phase === 'MELT' && products > 0 && explainedShare(peaks, products) >= CLEAR_SHARE;
  });

/** The number of temperatures at which two wells or more have a peak, up to the zones of a channel. */
function commonGroups(peaks: readonly SeenPeak[]): number {
  const common = peakGroups(peaks).filter((group) => new Set(group.map(({ position }) => position)).size > 1);
  return Math.min(MAX_ZONES_PER_CHANNEL, common.length);
}

const tenths = (celsius: number): number => Math.round(10 * celsius) / 10;

/**
 * A zone for each product, lowest temperature first: around the groups of peaks with the most wells, and where there
 * are too few groups, evenly on the rest of the file's range. The zones only start the work of a person, who drags
 * them.
 */
export function starterZones(
  { range: [from, to], peaks }: Pick<StarterCurves, 'range' | 'peaks'>,
  products: number,
  spans: readonly PeakSpan[] = peakSpans(peaks),
): TemperatureRange[] {
  const found = spans
    .toSorted((a, b) => b.peaks - a.peaks)
    .slice(0, products)
    .map(({ low, high }): TemperatureRange => [low - MARGIN, high + MARGIN]);
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

interface StarterKit {
  readonly name: string;
  readonly reactionBuffer: string;
  readonly analyser: string;
  readonly start: StarterStart;
  /** Those of `starterCurves`. */
  readonly curves: readonly StarterCurves[];
}

type DocumentChannel = KitDocument['configurations'][number]['channels'][number];
type DocumentZone = DocumentChannel['phases'][number]['zones'][number];

const lettered = (zones: readonly TemperatureRange[]): DocumentZone[] =>
  zones.map(([minTemp, maxTemp], index) => {
    const name = 'ABCDEFGH'.charAt(index);
    return { name, minTemp, maxTemp, label: `Product ${name}`, minThreshold: null, minQuality: null };
  });

/** A draft of a kit with zones on the peaks of some curves and a rule for each combination; not validated. */
export function starterKit({ name, reactionBuffer, analyser, start, curves }: StarterKit): KitDocument {
  const placed = curves.map((of) => ({
    of,
    zones: lettered(
      start === 'shapes'
        ? starterZones(of, 1, variantSpans(of.peaks))
        : starterZones(of, start === 'panel' ? Math.max(1, commonGroups(of.peaks)) : start),
    ),
  }));
  const rules = rulesOf(start, placed);
  const [first] = placed;
  const diagnostics = [
    ...new Map(rules.flat().map(({ diagnostic }) => [diagnostic.name, diagnostic])).values(),
  ];
  const sampleRules =
    start === 'panel'
      ? panelSampleRules(placed.map(({ of: { channel } }, i) => ({ channel, rules: rules[i] ?? [] })))
      : null;
  return {
    format: 'curvewell-kit-version',
    formatVersion: 1,
    kit: {
      name,
      channels: placed.map(({ of: { channel } }) => ({ channel, label: '' })),
      diagnostics,
    },
    version: {
      version: 'v1',
      validityStartDate: null,
      validityEndDate: null,
      isEditable: true,
      requiredControls: DEFAULT_REQUIRED_CONTROLS,
      outsideDiagnostic: null,
      ...(sampleRules !== null && { channelRules: sampleRules }),
      ...(start === 'shapes' &&
        first !== undefined && {
          curveShapes: [starterShape(first.of, { zones: first.zones, rules: rules.flat() })],
        }),
    },
    configurations: [
      {
        analyser,
        status: 'NOT_VALIDATED',
        reactionBuffer,
        channels: placed.map(({ of, zones }, i) => startedChannel(of, { zones, rules: rules[i] ?? [] })),
      },
    ],
  };
}

function rulesOf(
  start: StarterStart,
  placed: readonly { readonly zones: readonly DocumentZone[] }[],
): readonly (readonly StarterRule[])[] {
  if (start === 'panel') return panelRules(placed.map(({ zones }) => zones.map((zone) => zone.name)));
  return [start === 'shapes' ? shapeRules : productRules[start]];
}

const startedChannel = (
  { channel, phase, peaks }: StarterCurves,
  { zones, rules }: { readonly zones: DocumentZone[]; readonly rules: readonly StarterRule[] },
): DocumentChannel => ({
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
  rules: rules.map(({ zones: letters, diagnostic, like }) => ({
    zones: [...letters],
    diagnostic: diagnostic.name,
    expressions:
      like === undefined
        ? []
        : [{ firstOperand: { shape: 'curve' }, operator: 'IS', secondOperand: { shape: { like } } }],
  })),
});
