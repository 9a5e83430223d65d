import {
  type KitConfigurationBody,
  type ChannelName,
  channelNameSchema,
  combinationLabel,
  type CombinationDiagnostic,
  DEFAULT_REQUIRED_CONTROLS,
  DEFAULT_SLOPE_THRESHOLD,
  type ExpressionSettings,
  type KitVersionSettings,
  ofEachChannel,
  type Phase,
  type PhaseType,
  type ReplicateSettings,
  replicateSettingsSchema,
  temperatureSchema,
  type TmShiftSettings,
  tmShiftSettingsSchema,
  type ZoneSettings,
} from '@curvewell/domain';

import { channelRuleDraft, draftChannelRules, type ChannelRuleDraft } from './channel-rule-draft.ts';

/** A zone being edited. Missing numbers are null; a letter not chosen yet is empty. */
export interface ZoneDraft {
  readonly name: string;
  readonly minTemp: number | null;
  readonly maxTemp: number | null;
  readonly label: string;
  readonly minThreshold: number | null;
  readonly minQuality: number | null;
  /** Expected Tm of its product, °C. */
  readonly referenceTm?: number | null | undefined;
}

export interface PhaseDraft {
  readonly phaseType: PhaseType;
  readonly minThreshold: number | null;
  readonly slopeThreshold: number | null;
  readonly minQuality: number | null;
  readonly inversed: boolean;
  readonly zones: readonly ZoneDraft[];
}

/** The diagnostic of a combination if its conditions hold. */
export interface Case {
  readonly expressions: readonly ExpressionSettings[];
  readonly diagnosticId: string | null;
}

/** The meaning of a combination: the first case whose conditions hold, otherwise `otherwise`. */
export interface CombinationDraft {
  readonly cases: readonly Case[];
  readonly otherwise: string | null;
}

/** One channel of a kit version, with combinations by label; those without any diagnostic are omitted. */
export interface ChannelDraft {
  readonly phases: readonly PhaseDraft[];
  readonly combinations: ReadonlyMap<string, CombinationDraft>;
}

/** Settings of the version for all buffers, analysers and channels. */
export interface VersionDraft extends Omit<
  KitVersionSettings,
  'requiredControls' | 'outsideDiagnostic' | 'tmShift' | 'replicates' | 'channelRules'
> {
  /** Required controls of a plate. */
  readonly negative: number | null;
  readonly positive: number | null;
  /** The diagnostic for a peak outside zones; null means no call. */
  readonly outsideId: string | null;
  /** Maximum Tm shift correction, °C; null switches it off. */
  readonly tmShift: { readonly limit: number | null } | null;
  /** How wells with one name become one sample; null switches it off. */
  readonly replicates: (Omit<ReplicateSettings, 'tmSpread'> & { readonly tmSpread: number | null }) | null;
  /** Channel rules, in order; null switches them off. */
  readonly channelRules: readonly ChannelRuleDraft[] | null;
}
export type KitDraft = Readonly<Record<ChannelName, ChannelDraft>> & { readonly version: VersionDraft };

export const NO_RULE: CombinationDraft = { cases: [], otherwise: null };
export const EMPTY_CHANNEL: ChannelDraft = { phases: [], combinations: new Map() };
export const EMPTY_DRAFT: KitDraft = {
  ...ofEachChannel(() => EMPTY_CHANNEL),
  version: {
    ...DEFAULT_REQUIRED_CONTROLS,
    outsideId: null,
    tmShift: null,
    meltTemplates: null,
    curveShapes: null,
    replicates: null,
    channelRules: null,
    amplification: null,
  },
};

/** The stored settings of a version as a draft. */
export const versionDraft = ({
  requiredControls,
  outsideDiagnostic,
  tmShift,
  meltTemplates,
  curveShapes,
  replicates,
  channelRules,
  amplification,
}: KitVersionSettings): VersionDraft => ({
  negative: requiredControls.negative,
  positive: requiredControls.positive,
  outsideId: outsideDiagnostic?.id ?? null,
  tmShift,
  meltTemplates,
  curveShapes,
  replicates,
  channelRules: channelRules?.map(channelRuleDraft) ?? null,
  amplification,
});

/** A stored channel as a draft. Rows after one without conditions are unreachable, and dropped. */
export function channelDraft(
  phases: readonly Phase[],
  rules: readonly CombinationDiagnostic[],
): ChannelDraft {
  const ofCombination = Map.groupBy(rules, ({ combination }) => combination.label);
  const combinations = [...ofCombination].flatMap(([label, rows]) => {
    const last = rows.findIndex(({ expressions }) => expressions.length === 0);
    const cases = (last < 0 ? rows : rows.slice(0, last)).map(({ expressions, diagnosticColor }) => ({
      expressions: expressions.map(({ firstOperand, operator, secondOperand }) => ({
        firstOperand,
        operator,
        secondOperand,
      })),
      diagnosticId: diagnosticColor?.id ?? null,
    }));
    const draft = { cases, otherwise: rows[last]?.diagnosticColor?.id ?? null };
    return isSet(draft) ? [[label, draft] as const] : [];
  });
  return {
    phases: phases
      .map(({ phaseType, minThreshold, slopeThreshold, minQuality, inversed, zones }) => ({
        phaseType,
        minThreshold,
        slopeThreshold,
        minQuality,
        inversed,
        zones: zones.map(({ id: _, dataEnum: _phase, ...zone }) => zone),
      }))
      .sort((a, b) => a.phaseType.localeCompare(b.phaseType)),
    combinations: new Map(combinations),
  };
}

/** Whether a combination has a diagnostic. */
export const isSet = ({ cases, otherwise }: CombinationDraft): boolean =>
  cases.length > 0 || otherwise !== null;

/** Whether no channel has any settings. */
export const isEmptyDraft = (draft: KitDraft): boolean =>
  channelNameSchema.options.every((channel) => draft[channel].phases.length === 0);

/** The channels with settings, in order. */
export const channelsIn = (draft: KitDraft): ChannelName[] =>
  channelNameSchema.options.filter(
    (channel) => draft[channel].phases.length > 0 || draft[channel].combinations.size > 0,
  );

/** The letters of a channel's zones, without empty ones. */
export const lettersOf = ({ phases }: Pick<ChannelDraft, 'phases'>): string[] =>
  phases.flatMap(({ zones }) => zones.map(({ name }) => name)).filter((name) => name !== '');

export const zonesOfLabel = (label: string): string[] => (label === 'NONE' ? [] : label.split(' + '));

/** The labels of all sorted sets of zones: NONE first, then by length, then by letters. */
export function combinationLabels(letters: readonly string[]): string[] {
  const sets = [...new Set(letters)]
    .sort()
    .reduce<string[][]>((found, letter) => [...found, ...found.map((set) => [...set, letter])], [[]]);
  return sets
    .sort((a, b) => a.length - b.length || a.join('').localeCompare(b.join('')))
    .map((set) => combinationLabel(set));
}

type SavedChannel = KitConfigurationBody['channels'][number];
type SavedRule = KitConfigurationBody['combinationDiagnostics'][number];

/** A rule in the order it is applied, with its place on screen. */
export interface FlatRule extends Omit<SavedRule, 'channel'> {
  readonly label: string;
  /** Index in the combination; null for “else”. */
  readonly caseIndex: number | null;
}

/** The rules of a channel in order. */
export function flatRules({ combinations }: ChannelDraft): FlatRule[] {
  return [...combinations].flatMap(([label, { cases, otherwise }]) => {
    const combination = { zones: zonesOfLabel(label) };
    const rows = cases.map(({ expressions, diagnosticId }, caseIndex) => ({
      label,
      caseIndex,
      combination,
      expressions: [...expressions],
      diagnosticColor: diagnosticId === null ? null : { id: diagnosticId },
    }));
    return otherwise === null
      ? rows
      : [
          ...rows,
          { label, caseIndex: null, combination, expressions: [], diagnosticColor: { id: otherwise } },
        ];
  });
}

/** Whether a melting curve can include this temperature. */
export const isTemperature = (value: number | null): value is number =>
  temperatureSchema.safeParse(value).success;

const placedZones = (zones: readonly ZoneDraft[]): ZoneSettings[] =>
  zones.flatMap(({ minTemp, maxTemp, referenceTm = null, ...zone }) =>
    zone.name !== '' && isTemperature(minTemp) && isTemperature(maxTemp)
      ? [{ ...zone, minTemp, maxTemp, ...(isTemperature(referenceTm) && { referenceTm }) }]
      : [],
  );

/** The phases to save; null while a required value is missing. */
export function savedPhases({ phases }: ChannelDraft): SavedChannel['phases'] | null {
  const complete = phases.flatMap(({ minThreshold, slopeThreshold, minQuality, zones, ...phase }) => {
    if (minThreshold === null || slopeThreshold === null || minQuality === null) return [];
    const whole = placedZones(zones);
    return whole.length < zones.length
      ? []
      : [{ ...phase, minThreshold, slopeThreshold, minQuality, zones: whole }];
  });
  return complete.length < phases.length ? null : complete;
}

/** Above any peak. */
const NO_PEAK = 1e6;

/** The phases for evaluation, without zones whose edges are incomplete. No threshold: no peak counts. */
export const draftPhases = ({ phases }: ChannelDraft): SavedChannel['phases'] =>
  phases.map(({ minThreshold, slopeThreshold, minQuality, zones, ...phase }) => ({
    ...phase,
    minThreshold: minThreshold ?? NO_PEAK,
    slopeThreshold: slopeThreshold ?? DEFAULT_SLOPE_THRESHOLD,
    minQuality: minQuality ?? 0,
    zones: placedZones(zones),
  }));

type SavedVersion = Pick<KitConfigurationBody, 'requiredControls'> &
  Required<Pick<KitConfigurationBody, Exclude<keyof KitVersionSettings, 'requiredControls'>>>;

/** Null while a number is missing, so that the draft cannot be saved. */
const savedVersion = ({
  negative,
  positive,
  outsideId,
  tmShift,
  meltTemplates,
  curveShapes,
  replicates,
  channelRules,
  amplification,
}: VersionDraft): SavedVersion => ({
  ...(negative !== null && positive !== null && { requiredControls: { negative, positive } }),
  outsideDiagnostic: outsideId === null ? null : { id: outsideId },
  tmShift: draftShift(tmShift),
  meltTemplates,
  curveShapes,
  replicates: draftReplicates(replicates),
  channelRules: draftChannelRules(channelRules),
  amplification,
});

/** Null where a figure is missing, which is an issue of the draft. */
export const draftReplicates = (replicates: VersionDraft['replicates']): ReplicateSettings | null =>
  replicateSettingsSchema.nullable().safeParse(replicates).data ?? null;

/** For evaluation: a missing limit means no shift. */
export const draftShift = (tmShift: VersionDraft['tmShift']): TmShiftSettings | null =>
  tmShiftSettingsSchema.nullable().safeParse(tmShift).data ?? null;

/** The content of a save: some channels and the settings for all. */
export function savedSettings(
  draft: KitDraft,
  channels: readonly ChannelName[],
): Pick<KitConfigurationBody, 'channels' | 'combinationDiagnostics'> & SavedVersion {
  return {
    ...savedVersion(draft.version),
    channels: channels.map((name) => ({ name, phases: savedPhases(draft[name]) ?? [] })),
    combinationDiagnostics: channels.flatMap((channel) =>
      flatRules(draft[channel]).map(({ combination, diagnosticColor, expressions }) => ({
        channel,
        combination,
        diagnosticColor,
        expressions,
      })),
    ),
  };
}
