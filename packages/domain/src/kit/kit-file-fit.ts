import {
  expressionZones,
  type ChannelName,
  type ExpressionSettings,
  type PhaseType,
  type ZoneSettings,
} from './assay.ts';
import { edgeText } from '../text/figure-text.ts';
import { listText } from '../text/list-text.ts';
import type { ImportReport } from '../run/import-report.ts';
import type { FitFinding, KitFitFinding, ReadZone, TemperatureRange } from './kit-fit.ts';
import { PLATE_SIZE, type PlateType } from '../plate/plate.ts';

/**
 * A zone counts as read when readings come this close to its limits, or within one step if that is less. °C
 */
export const ZONE_EDGE_TOLERANCE = 0.5;
/** Tolerance for decimal temperatures, °C: 62.8 + 0.2 may be less than 63. */
const ROUNDING = 1e-6;

export interface FileContent {
  readonly plateType: PlateType;
  readonly curves: readonly Pick<
    ImportReport['curves'][number],
    'channel' | 'phase' | 'wellCount' | 'pointCount' | 'temperature'
  >[];
}

/** The settings of a kit version for one reaction buffer on an analyser. */
export interface FitAssay {
  readonly analyser: { readonly name: string; readonly plateTypes: readonly PlateType[] };
  readonly phases: readonly {
    readonly channel: ChannelName;
    readonly phaseType: PhaseType;
    readonly zones: readonly Pick<ZoneSettings, 'name' | 'minTemp' | 'maxTemp'>[];
  }[];
  /** Rules with a diagnostic. */
  readonly rules: readonly {
    readonly channel: ChannelName;
    readonly zones: readonly string[];
    readonly expressions: readonly Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>[];
  }[];
}

const degrees = (celsius: number): string => celsius.toFixed(1);
export const rangeText = ([from, to]: Readonly<TemperatureRange>): string =>
  `${degrees(from)} to ${degrees(to)} °C`;
const zoneRangeText = ([from, to]: TemperatureRange): string => `${edgeText(from)} to ${edgeText(to)} °C`;

/** The range that covers some ranges; null: none. */
export function wholeRange(ranges: readonly TemperatureRange[]): TemperatureRange | null {
  if (ranges.length === 0) return null;
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}

/**
 * The zones of a kit version, and whether the files cover them. A well without a peak, such as a negative
 * control, needs all.
 */
export function readZones({ phases }: FitAssay, { curves }: Pick<FileContent, 'curves'>): ReadZone[] {
  return phases.flatMap(({ channel, phaseType, zones }) => {
    const read = curves.filter((curve) => curve.channel === channel && curve.phase === phaseType);
    return zones.map(({ name, minTemp, maxTemp }) => ({
      name,
      minTemp,
      maxTemp,
      channel,
      phase: phaseType,
      isRead: read.some((curve) => isWithin({ minTemp, maxTemp }, curve)),
    }));
  });
}

/** The zones in rules with a diagnostic; all zones of a channel whose rules name none. */
function namedZones(zones: readonly ReadZone[], { rules }: FitAssay): ReadZone[] {
  return zones.filter(({ name, channel }) => {
    const named = rules
      .filter((rule) => rule.channel === channel)
      .flatMap((rule) => [...rule.zones, ...rule.expressions.flatMap(expressionZones)]);
    return named.length === 0 || named.includes(name);
  });
}

function isWithin(
  { minTemp, maxTemp }: Pick<ReadZone, 'minTemp' | 'maxTemp'>,
  { temperature: [first, last], pointCount: [, most] }: FileContent['curves'][number],
): boolean {
  const step = (last - first) / Math.max(1, most - 1);
  const near = Math.min(ZONE_EDGE_TOLERANCE, step) + ROUNDING;
  return minTemp >= first - near && maxTemp <= last + near;
}

/** “No kit of this analyser reads HEX and CY5. Their curves are stored, without results.” */
export const unusedChannelsText = (channels: readonly ChannelName[], kits: string): string =>
  `${kits} reads ${listText(channels)}. ${channels.length === 1 ? 'Its' : 'Their'} curves are stored, without results.`;

/** How a kit version with one reaction buffer on an analyser fits the files of a run. Most severe first. */
export function kitFileFit(file: FileContent, assay: FitAssay): FitFinding[] {
  const zones = readZones(assay, file);
  const impossible = impossibleFinding(file, assay, namedZones(zones, assay));
  return [
    ...(impossible === null ? partialFindings(file, zones) : [impossible]),
    ...(assay.analyser.plateTypes.includes(file.plateType) ? [] : [plateTypeFinding(file, assay)]),
  ];
}

function impossibleFinding(
  file: FileContent,
  { analyser }: FitAssay,
  zones: readonly ReadZone[],
): FitFinding | null {
  const range = wholeRange(zones.map(({ minTemp, maxTemp }) => [minTemp, maxTemp]));
  const severity = 'impossible';
  if (range === null) {
    const text = `This kit version has no zones for ${analyser.name}. It cannot read the file.`;
    return { code: 'not-configured', severity, text };
  }
  const wanted = channelsOf(zones);
  const held = channelsOf(file.curves);
  if (!wanted.some((channel) => held.includes(channel))) {
    const text = `This kit reads ${listText(wanted)}. The file contains ${listText(held) || 'no curves'}.`;
    return { code: 'no-channel', severity, text };
  }
  if (zones.some(({ isRead }) => isRead)) return null;
  const sentences = [
    `This kit reads ${zoneRangeText(range)}.`,
    fileText(file, zones),
    `None of the kit’s zones was read, so ${wellsText(file)} would be No call.`,
  ];
  return { code: 'no-zone-read', severity, text: sentences.join(' '), zones: namesOf(zones) };
}

/** The range of the file where the kit reads, or the phases that it has instead. */
function fileText({ curves }: FileContent, zones: readonly ReadZone[]): string {
  const looked = curves.filter((curve) =>
    zones.some(({ channel, phase }) => channel === curve.channel && phase === curve.phase),
  );
  const range = wholeRange(looked.map(({ temperature }) => temperature));
  if (range !== null) return `The file contains ${rangeText(range)}.`;
  return `The kit needs ${listText(phasesOf(zones))}, the file contains ${listText(phasesOf(curves))}.`;
}

function wellsText({ curves }: FileContent): string {
  const count = Math.max(0, ...curves.map(({ wellCount }) => wellCount));
  return count === 1 ? 'the well' : `all ${count} wells`;
}

const channelsOf = (parts: readonly { readonly channel: ChannelName }[]): ChannelName[] => [
  ...new Set(parts.map(({ channel }) => channel)),
];
const phasesOf = (parts: readonly { readonly phase: PhaseType }[]): PhaseType[] => [
  ...new Set(parts.map(({ phase }) => phase)),
];
const namesOf = (zones: readonly ReadZone[]): string[] => zones.map(({ name }) => name);

function partialFindings({ curves }: FileContent, zones: readonly ReadZone[]): FitFinding[] {
  const channels = channelsOf(zones);
  const held = channelsOf(curves);
  const isHeld = (zone: ReadZone) =>
    curves.some(({ channel, phase }) => channel === zone.channel && phase === zone.phase);
  return channels.flatMap((channel): FitFinding[] => {
    const severity = 'doubtful';
    const ofChannel = zones.filter((zone) => zone.channel === channel);
    const inChannel = channels.length > 1 ? ` in ${channel}` : '';
    if (!held.includes(channel)) {
      const text = `This kit also reads ${channel}, which the file does not contain. There will be no result in ${channel}.`;
      return [{ code: 'channel-missing', severity, text, channel, zones: namesOf(ofChannel) }];
    }
    return phasesOf(ofChannel).flatMap((phase): FitFinding[] => {
      const unread = ofChannel.filter((zone) => zone.phase === phase && !zone.isRead);
      if (unread.length === 0) return [];
      const place = { severity, channel, phase, zones: namesOf(unread) } as const;
      if (unread.some(isHeld)) {
        return [
          {
            ...place,
            code: 'zones-not-read',
            text: `${zonesText(unread)} read${inChannel}. ${lost(unread)}`,
          },
        ];
      }
      const text = `The file does not contain the phase ${phase}${inChannel}. ${zonesText(unread)} read. ${lost(unread)}`;
      return [{ ...place, code: 'phase-missing', text }];
    });
  });
}

/** “Zones A (53.0 to 57.5 °C) and B (58.5 to 63.0 °C) were not” */
function zonesText(zones: readonly ReadZone[]): string {
  const named = zones.map(({ name, minTemp, maxTemp }) => `${name} (${zoneRangeText([minTemp, maxTemp])})`);
  return zones.length === 1 ? `Zone ${listText(named)} was not` : `Zones ${listText(named)} were not`;
}

const lost = ({ length }: readonly ReadZone[]): string =>
  `Wells that need ${length === 1 ? 'it' : 'them'} will be No call.`;

function plateTypeFinding({ plateType }: FileContent, { analyser }: FitAssay): FitFinding {
  const wells = (type: PlateType) => PLATE_SIZE[type].rowCount * PLATE_SIZE[type].columnCount;
  const text = `The file is from a plate with ${wells(plateType)} wells. ${analyser.name} reads plates with ${analyser.plateTypes.map(wells).join(' or ')} wells.`;
  return { code: 'plate-type', severity: 'doubtful', text };
}

/** A kit version of a run with the possible buffers. */
export interface FitRow {
  readonly kitVersionId: string;
  /** `LCT-13910 v2` */
  readonly kit: string;
  /** One for each buffer, with its name. */
  readonly assays: readonly (FitAssay & { readonly buffer: string })[];
}

/**
 * How a row of step 1 fits. A finding for only some of its buffers is doubtful, because another buffer can be
 * chosen; the interpretation checks the wells' buffers again.
 */
export function rowFit(file: FileContent, { kitVersionId, kit, assays }: FitRow): KitFitFinding[] {
  const fits = assays.map((assay) => ({ buffer: assay.buffer, findings: kitFileFit(file, assay) }));
  const isImpossible = fits.every(({ findings }) =>
    findings.some(({ severity }) => severity === 'impossible'),
  );
  const byText = Map.groupBy(
    fits.flatMap(({ buffer, findings }) => findings.map((finding) => ({ buffer, finding }))),
    ({ finding }) => finding.text,
  );
  return [...byText.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { finding } = first;
    const isOfAll = same.length === fits.length;
    return {
      ...finding,
      ...(!isImpossible && { severity: 'doubtful' as const }),
      ...(!isOfAll && { text: `With ${listText(same.map(({ buffer }) => buffer))}: ${finding.text}` }),
      key: `${kitVersionId} ${finding.text}`,
      kitVersionId,
      kit,
    };
  });
}
