import {
  channelRuleFaults,
  channelRuleFaultText,
  amplificationRuleFaults,
  type ChannelName,
  type DiagnosticColor,
  channelNameSchema,
  type ControlKind,
  controlKindSchema,
  curveShapeIssues,
  shapeRuleFaults,
  MAX_ZONES_PER_CHANNEL,
  type PhaseType,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { parsedChannelRules, type ChannelRuleDraft } from './channel-rule-draft.ts';
import {
  isTemperature,
  channelsIn,
  draftReplicates,
  draftShift,
  flatRules,
  type ChannelDraft,
  type KitDraft,
  type PhaseDraft,
  type ZoneDraft,
} from './kit-draft.ts';

/** An error that prevents saving, and its place. */
export interface DraftIssue {
  /** null for a setting of the version, in all channels. */
  readonly channel: ChannelName | null;
  readonly phase: PhaseType | null;
  /** Field of the version. */
  readonly field?: ControlKind | 'tmShift' | 'curveShapes' | 'replicates' | 'channelRules' | 'amplification';
  /** Index among the zones of the phase; null for the phase itself. */
  readonly zone: number | null;
  readonly message: string;
}

type Found = Omit<DraftIssue, 'channel'>;
const words = text.kits.issues;

const ofVersion = (field: NonNullable<DraftIssue['field']>, message: string): DraftIssue => ({
  channel: null,
  phase: null,
  zone: null,
  field,
  message,
});

/** All errors that the server would report, in its words, and missing values. */
export const draftIssues = (draft: KitDraft, diagnostics: readonly DiagnosticColor[] = []): DraftIssue[] => [
  ...channelNameSchema.options.flatMap((channel) =>
    channelIssues(draft[channel]).map((issue) => ({ channel, ...issue })),
  ),
  ...controlKindSchema.options
    .filter((kind) => draft.version[kind] === null)
    .map((field) => ofVersion(field, words.missing(text.kits.checks.numberOf[field]))),
  ...(draft.version.tmShift === null || draftShift(draft.version.tmShift) !== null
    ? []
    : [ofVersion('tmShift', text.kits.checks.shift.wrongLimit)]),
  ...shapeDraftIssues(draft),
  ...channelRuleIssues(draft, diagnostics),
  ...amplificationDraftIssues(draft),
  ...(draft.version.replicates === null || draftReplicates(draft.version.replicates) !== null
    ? []
    : [ofVersion('replicates', text.kits.checks.replicates.wrongSpread)]),
];

/** Incomplete channel rules, and contradictions. */
function channelRuleIssues(draft: KitDraft, diagnostics: readonly DiagnosticColor[]): DraftIssue[] {
  const rules = draft.version.channelRules;
  if (rules === null) return [];
  const { data, error } = parsedChannelRules(rules);
  const messages = data
    ? channelRuleFaults(data, {
        diagnostics,
        channels: channelsIn(draft),
        read: channelsIn(draft),
      })
        // While they are not loaded, none is known.
        .filter(
          ({ kind }) =>
            (kind !== 'unknown-diagnostic' && kind !== 'unknown-result') || diagnostics.length > 0,
        )
        .map(channelRuleFaultText)
    : error.issues.map(({ path: [index, part, field], code, message }) => {
        const rule = typeof index === 'number' ? rules[index] : undefined;
        const isMissing = part === 'result' && field === 'name' && isNameless(rule?.result);
        const hasWords = !isMissing && (code === 'custom' || code === 'invalid_format');
        return text.kits.checks.channelRules.issue({
          rule: typeof index === 'number' ? index + 1 : null,
          part: part === 'conditions' ? 'conditions' : 'result',
          message: hasWords ? message : '',
        });
      });
  return [...new Set(messages)].map((message) => ofVersion('channelRules', message));
}

const isNameless = (result: ChannelRuleDraft['result'] | undefined): boolean =>
  result !== undefined && 'name' in result && result.name.trim() === '';

/** Contradictions in the regions and references of shapes, and rules that need others. */
function shapeDraftIssues(draft: KitDraft): DraftIssue[] {
  const shapes = draft.version.curveShapes ?? [];
  const ofShapes = shapes.flatMap((shape) =>
    // The server knows the diagnostics of the kit; the editor offers no others.
    curveShapeIssues(shape, new Set(shape.references)).map(({ message }) => `${shape.channel}: ${message}`),
  );
  const ofRules = channelNameSchema.options.flatMap((channel) =>
    flatRules(draft[channel]).flatMap(({ expressions }) => shapeRuleFaults({ channel, expressions }, shapes)),
  );
  return [...new Set([...ofShapes, ...ofRules])].map((message) => ofVersion('curveShapes', message));
}

/** Rules that use the amplification of a channel without a latest cycle. */
function amplificationDraftIssues(draft: KitDraft): DraftIssue[] {
  const faults = channelNameSchema.options.flatMap((channel) =>
    flatRules(draft[channel]).flatMap((rule) => amplificationRuleFaults(rule, draft.version.amplification)),
  );
  return [...new Set(faults)].map((message) => ofVersion('amplification', message));
}

function channelIssues({ phases }: ChannelDraft): Found[] {
  const letters = phases.flatMap(({ zones }) => zones.map(({ name }) => name));
  const [first] = phases;
  const tooMany =
    letters.length > MAX_ZONES_PER_CHANNEL && first
      ? [{ phase: first.phaseType, zone: null, message: words.tooManyZones(MAX_ZONES_PER_CHANNEL) }]
      : [];
  return [...phases.flatMap((phase) => phaseIssues(phase, letters)), ...tooMany];
}

function phaseIssues(phase: PhaseDraft, letters: readonly string[]): Found[] {
  const { phaseType, minThreshold, slopeThreshold, minQuality, zones } = phase;
  const missing = [
    ...(minThreshold === null ? [words.missing(text.kits.fields.minThreshold)] : []),
    ...(slopeThreshold === null ? [words.missing(text.kits.fields.slopeThreshold)] : []),
    ...(minQuality === null ? [words.missing(text.kits.fields.minQuality)] : []),
    ...(zones.length === 0 ? [words.noZone(phaseType)] : []),
  ].map((message) => ({ phase: phaseType, zone: null, message }));
  return [
    ...missing,
    ...zones.flatMap((zone, index) =>
      zoneIssues(zone, letters).map((message) => ({ phase: phaseType, zone: index, message })),
    ),
    ...overlaps(zones).map(({ index, message }) => ({ phase: phaseType, zone: index, message })),
  ];
}

function zoneIssues(
  { name, minTemp, maxTemp, referenceTm = null }: ZoneDraft,
  letters: readonly string[],
): string[] {
  if (name === '') return [words.noLetter];
  return [
    ...(letters.filter((letter) => letter === name).length > 1 ? [words.sameLetter(name)] : []),
    ...(minTemp === null ? [words.noMin(name)] : []),
    ...(maxTemp === null ? [words.noMax(name)] : []),
    ...([minTemp, maxTemp].some((edge) => edge !== null && !isTemperature(edge))
      ? [words.outOfRange(name)]
      : []),
    ...(minTemp !== null && maxTemp !== null && minTemp >= maxTemp ? [words.endsFirst(name, maxTemp)] : []),
    ...(referenceTm !== null &&
    minTemp !== null &&
    maxTemp !== null &&
    (referenceTm < minTemp || referenceTm > maxTemp)
      ? [words.referenceOutside(name, referenceTm)]
      : []),
  ];
}

/** Temperatures shared by two zones of a phase. Zones may touch. */
export interface Overlap {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

export function overlaps(zones: readonly ZoneDraft[]): Overlap[] {
  const ordered = zones
    .flatMap(({ name, minTemp, maxTemp }, index) =>
      minTemp === null || maxTemp === null || minTemp >= maxTemp ? [] : [{ name, minTemp, maxTemp, index }],
    )
    .sort((a, b) => a.minTemp - b.minTemp);
  return ordered.flatMap((zone, place) => {
    const next = ordered[place + 1];
    if (next === undefined || next.minTemp >= zone.maxTemp) return [];
    const to = Math.min(zone.maxTemp, next.maxTemp);
    return [
      {
        index: next.index,
        from: next.minTemp,
        to,
        message: words.overlap({ first: zone.name, second: next.name, from: next.minTemp, to }),
      },
    ];
  });
}
