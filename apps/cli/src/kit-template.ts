import {
  CHANNEL_DYE,
  type ChannelName,
  type ChannelSettings,
  combinationLabel,
  DEFAULT_REQUIRED_CONTROLS,
  DEFAULT_SLOPE_THRESHOLD,
  DIAGNOSTIC_FILL,
  DIAGNOSTIC_LABEL,
  type BuiltInDiagnostic,
  type KitDocument,
  kitDocumentSchema,
  MAX_ZONES_PER_CHANNEL,
  type ZoneSettings,
} from '@curvewell/domain';

import type { AnalysedWell } from './analyse-run.ts';
import { UsageError } from './options.ts';

/** Products whose melting temperatures differ by more are separate, °C. */
const PRODUCT_GAP = 1;
/** Margin of a zone around its peaks, °C. */
const MARGIN = 1;
/** Peaks in a smaller fraction of the wells with peaks are by-products. */
const MIN_PART = 0.05;

/** Allowed range of zones, °C. */
const LOWEST = 20;
const HIGHEST = 110;

/** The diagnostics of most kits, for rules to choose from. */
const DIAGNOSTICS: readonly BuiltInDiagnostic[] = [
  'HOMOZYGOUS_WILD_TYPE',
  'HETEROZYGOUS',
  'HOMOZYGOUS_MUTATED',
  'NEGATIVE',
];

interface TemplateFor {
  readonly analyser: string;
  readonly buffer: string | null;
}

/**
 * A kit version as a starting point for import: a zone for every group of peaks, and a rule without
 * diagnostic for every combination of zones in the wells. Without wells it has one zone.
 *
 * @throws UsageError for an invalid kit name
 */
export function kitTemplate(wells: readonly AnalysedWell[], { analyser, buffer }: TemplateFor): KitDocument {
  const byChannel = Map.groupBy(wells, ({ channel }) => channel);
  const channels =
    byChannel.size === 0
      ? [MINIMAL]
      : [...byChannel].map(([channel, ofChannel]) => channelTemplate(channel, ofChannel));
  const document = kitDocumentSchema.safeParse({
    format: 'curvewell-kit-version',
    formatVersion: 1,
    kit: {
      name: 'New kit',
      channels: channels.map(({ name }) => ({ channel: name, label: CHANNEL_DYE[name] })),
      diagnostics: DIAGNOSTICS.map((name) => ({
        name,
        label: DIAGNOSTIC_LABEL[name],
        color: DIAGNOSTIC_FILL[name],
      })),
    },
    version: {
      version: 'draft',
      validityStartDate: null,
      validityEndDate: null,
      isEditable: true,
      requiredControls: DEFAULT_REQUIRED_CONTROLS,
      outsideDiagnostic: null,
    },
    configurations: [{ analyser, status: 'NOT_VALIDATED', reactionBuffer: buffer ?? 'New buffer', channels }],
  } satisfies KitDocument);
  if (document.success) return document.data;
  const [issue] = document.error.issues;
  throw new UsageError(`the kit cannot be created: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

const NO_PRODUCT: ChannelSettings['rules'][number] = { zones: [], diagnostic: 'NEGATIVE', expressions: [] };

/** A channel to edit when no file shows a peak. */
const MINIMAL: ChannelSettings = {
  name: 'FAM',
  phases: [
    {
      phaseType: 'MELT',
      minThreshold: 30,
      minQuality: 0.4,
      inversed: false,
      slopeThreshold: DEFAULT_SLOPE_THRESHOLD,
      zones: [zoneOf('A', [60, 65], 'to be defined')],
    },
  ],
  rules: [NO_PRODUCT, { zones: ['A'], diagnostic: null, expressions: [] }],
};

function zoneOf(name: string, [minTemp, maxTemp]: Range, label: string): ZoneSettings {
  return { name, minTemp, maxTemp, label, minThreshold: null, minQuality: null };
}

type Range = readonly [from: number, to: number];

function channelTemplate(name: ChannelName, wells: readonly AnalysedWell[]): ChannelSettings {
  const phases = wells[0]?.configuration.phases ?? [];
  const most = Math.floor(MAX_ZONES_PER_CHANNEL / Math.max(1, phases.length));
  const letters = Array.from('ABCDEFGH');
  const templates = phases.map((phase) => {
    const groups = productsOf(
      wells.map((well) => tmsOf(well, phase.phaseType)),
      most,
    );
    const zones = rangesOf(groups).map((range, index) =>
      zoneOf(letters.shift() ?? '', range, `product at ${meanOf(groups[index] ?? []).toFixed(1)} °C`),
    );
    return { ...phase, minThreshold: Number(phase.minThreshold.toPrecision(2)), zones };
  });
  const zonesOf = (well: AnalysedWell): string[] =>
    templates.flatMap(({ phaseType, zones }) => {
      const tms = tmsOf(well, phaseType);
      return zones
        .filter(({ minTemp, maxTemp }) => tms.some((tm) => tm >= minTemp && tm <= maxTemp))
        .map((zone) => zone.name);
    });
  // Each zone alone, and the combinations found in the wells.
  const sets = [...templates.flatMap(({ zones }) => zones.map((zone) => [zone.name])), ...wells.map(zonesOf)];
  const combinations = new Map(
    sets.filter((zones) => zones.length > 0).map((zones) => [combinationLabel(zones), zones]),
  );
  const rules = [...combinations.values()].map((zones) => ({ zones, diagnostic: null, expressions: [] }));
  return { name, phases: templates, rules: [NO_PRODUCT, ...rules] };
}

const tmsOf = ({ explanation }: AnalysedWell, type: string): number[] =>
  explanation.phases
    .filter((phase) => phase.type === type)
    .flatMap(({ peaks }) => peaks.flatMap(({ accepted, tm }) => (accepted ? [tm] : [])));

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Groups of melting temperatures, lowest first; the most frequent ones, when there are more than a channel
 * may have.
 */
function productsOf(wells: readonly (readonly number[])[], most: number): readonly (readonly number[])[] {
  const groups: number[][] = [];
  const tms = wells.flat().filter((tm) => tm > LOWEST && tm < HIGHEST);
  for (const tm of tms.sort((a, b) => a - b)) {
    const group = groups.at(-1);
    if (group !== undefined && tm - (group.at(-1) ?? tm) <= PRODUCT_GAP) group.push(tm);
    else groups.push([tm]);
  }
  const least = MIN_PART * wells.filter((tms) => tms.length > 0).length;
  return groups
    .filter((group) => group.length >= least)
    .sort((a, b) => b.length - a.length)
    .slice(0, most)
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/**
 * Zones around the groups, in tenths of a degree. Both limits belong to a zone, so neighbouring zones must
 * not touch.
 */
function rangesOf(groups: readonly (readonly number[])[]): Range[] {
  return groups.map((group, index) => {
    const [first = 0, last = first] = [group[0], group.at(-1)];
    const before = groups[index - 1]?.at(-1);
    const after = groups[index + 1]?.[0];
    const from = Math.max(first - MARGIN, before === undefined ? -Infinity : (before + first) / 2 + 0.05);
    const to = Math.min(last + MARGIN, after === undefined ? Infinity : (last + after) / 2 - 0.05);
    return [Math.max(LOWEST, Math.ceil(from * 10) / 10), Math.min(HIGHEST, Math.floor(to * 10) / 10)];
  });
}
