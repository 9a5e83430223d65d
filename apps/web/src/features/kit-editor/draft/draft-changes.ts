import { type ChannelName, channelNameSchema, expressionText, renameReferences } from '@curvewell/domain';

import { exactEdge } from '../../../locale/en-GB/exact-edge.ts';
import { text } from '../../../locale/text.ts';
import { catalogueWords, type DiagnosticWords } from './diagnostic-words.ts';
import {
  type Case,
  type ChannelDraft,
  type CombinationDraft,
  combinationLabels,
  type KitDraft,
  NO_RULE,
  type PhaseDraft,
  type VersionDraft,
  type ZoneDraft,
  zonesOfLabel,
} from './kit-draft.ts';

/** A field that differs. */
export interface DraftChange {
  /** null for a setting of the version, in all channels. */
  readonly channel: ChannelName | null;
  /** “zone B, Min °C” */
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

type Field = Omit<DraftChange, 'channel'>;
const words = text.kits.changes;

const value = (one: number | string | null): string =>
  one === null || one === '' ? words.nothing : String(one);
const height = (one: number | null): string => (one === null ? words.nothing : `${one} RFU/°C`);
const degrees = (one: number | null): string => (one === null ? words.nothing : `${exactEdge(one)} °C`);
const fieldsOf = (fields: readonly (readonly [string, string, string])[]): Field[] =>
  fields.map(([field, from, to]) => ({ field, from, to }));
const isChanged = ({ from, to }: Field): boolean => from !== to;

/** Diagnostics as their ids, which are unique whatever the words. */
const byId: DiagnosticWords = { ofId: (id) => id ?? '', ofName: (name) => name };

/** All fields of two configurations, in screen order. */
export const draftFields = (
  before: KitDraft,
  after: KitDraft,
  diagnostics: DiagnosticWords,
): DraftChange[] => [
  ...versionFields(before.version, after.version, diagnostics),
  ...channelNameSchema.options.flatMap((channel) =>
    channelFields(before[channel], after[channel], diagnostics).map((field) => ({ channel, ...field })),
  ),
];

/** The fields in which two configurations differ, in screen order. */
export const draftChanges = (
  before: KitDraft,
  after: KitDraft,
  diagnostics: DiagnosticWords,
): DraftChange[] => [
  ...versionFields(before.version, after.version, diagnostics).filter(isChanged),
  ...channelNameSchema.options.flatMap((channel) =>
    before[channel] === after[channel]
      ? []
      : channelFields(before[channel], after[channel], diagnostics)
          .filter(isChanged)
          .map((field) => ({ channel, ...field })),
  ),
];

/** Whether the settings for all channels differ. */
export const isVersionChanged = (before: KitDraft, after: KitDraft): boolean =>
  versionFields(before.version, after.version, byId).some(isChanged);

function versionFields(
  before: VersionDraft,
  after: VersionDraft,
  diagnostics: DiagnosticWords,
): DraftChange[] {
  const { of, outside, noCall, shift, templates, shapes, replicates, channelRules, amplification } =
    text.kits.checks;
  const fields: Readonly<Record<keyof VersionDraft, readonly [string, (one: VersionDraft) => string]>> = {
    negative: [of.negative, ({ negative }) => value(negative)],
    positive: [of.positive, ({ positive }) => value(positive)],
    outsideId: [
      outside.toLowerCase(),
      ({ outsideId }) => (outsideId === null ? noCall : diagnostics.ofId(outsideId)),
    ],
    tmShift: [shift.title, ({ tmShift }) => (tmShift === null ? shift.off : shift.atMost(tmShift.limit))],
    meltTemplates: [
      templates.title,
      ({ meltTemplates }) => {
        if (meltTemplates === null) return templates.off;
        return meltTemplates.from === 'plate' ? templates.ofPlate : templates.ofPlateOrKept;
      },
    ],
    curveShapes: [
      shapes.title,
      ({ curveShapes }) =>
        curveShapes === null
          ? shapes.off
          : curveShapes.map((one) => shapes.settingsText(one, diagnostics.ofName)).join('; '),
    ],
    replicates: [replicates.title, (version) => replicates.settingsText(version.replicates)],
    channelRules: [
      channelRules.title,
      (version) => channelRules.settingsText(version.channelRules, diagnostics.ofName),
    ],
    amplification: [amplification.title, (version) => amplification.settingsText(version.amplification)],
  };
  return fieldsOf(
    Object.values(fields).map(([field, wordsOf]) => [field, wordsOf(before), wordsOf(after)]),
  ).map((field) => ({ channel: null, ...field }));
}

/** The channels in which two configurations differ. */
export const changedChannels = (before: KitDraft, after: KitDraft): ChannelName[] =>
  channelNameSchema.options.filter((channel) =>
    channelFields(before[channel], after[channel], byId).some(isChanged),
  );

function channelFields(before: ChannelDraft, after: ChannelDraft, diagnostics: DiagnosticWords): Field[] {
  const types = (['ANNEAL', 'MELT'] as const).flatMap((type) => {
    const from = before.phases.find(({ phaseType }) => phaseType === type);
    const to = after.phases.find(({ phaseType }) => phaseType === type);
    return phaseFields(type, from, to);
  });
  const labels = [...new Set([...before.combinations.keys(), ...after.combinations.keys()])];
  const ordered = combinationLabels([...new Set(labels.flatMap(zonesOfLabel))]).filter((label) =>
    labels.includes(label),
  );
  return [
    ...types,
    ...fieldsOf(
      ordered.map((label) => [
        label,
        combinationText(before.combinations.get(label) ?? NO_RULE, diagnostics),
        combinationText(after.combinations.get(label) ?? NO_RULE, diagnostics),
      ]),
    ),
  ];
}

function phaseFields(type: string, from: PhaseDraft | undefined, to: PhaseDraft | undefined): Field[] {
  const { minThreshold, slopeThreshold, minQuality, inversed } = text.kits.fields;
  const letters = [...new Set([...(from?.zones ?? []), ...(to?.zones ?? [])].map(({ name }) => name))].sort();
  const presence =
    from === undefined || to === undefined ? [[type, presenceOf(from), presenceOf(to)] as const] : [];
  const ofBoth = (field: string, wordsOf: (phase: PhaseDraft) => string) =>
    [`${type} ${field}`, textOf(from, wordsOf), textOf(to, wordsOf)] as const;
  if (from === undefined && to === undefined) return [];
  return [
    ...fieldsOf([
      ...presence,
      ofBoth(minThreshold, (phase) => height(phase.minThreshold)),
      ofBoth(slopeThreshold, (phase) => value(phase.slopeThreshold)),
      ofBoth(minQuality, (phase) => value(phase.minQuality)),
      ofBoth(inversed, (phase) => words.yesNo(phase.inversed)),
    ]),
    ...letters.flatMap((letter) => {
      const [one, other] = [from, to].map((phase) => phase?.zones.find(({ name }) => name === letter));
      // A zone may move to the other phase: then both have its letter.
      const name = one && other ? words.zone(letter) : words.zoneOf(letter, type);
      return zoneFields(name, one, other);
    }),
  ];
}

const presenceOf = (phase: PhaseDraft | undefined): string => (phase ? words.there : words.nothing);
const textOf = <Part>(part: Part | undefined, wordsOf: (part: Part) => string): string =>
  part === undefined ? words.nothing : wordsOf(part);

function zoneFields(name: string, from: ZoneDraft | undefined, to: ZoneDraft | undefined): Field[] {
  const { min, max, label, ownThreshold, ownQuality, referenceTm } = text.kits.fields;
  const ofBoth = (field: string, wordsOf: (zone: ZoneDraft) => string) =>
    [words.zoneField(name, field), textOf(from, wordsOf), textOf(to, wordsOf)] as const;
  const range = (zone: ZoneDraft): string => `${degrees(zone.minTemp)} – ${degrees(zone.maxTemp)}`;
  return fieldsOf([
    ...(from === undefined || to === undefined
      ? [[name, textOf(from, range), textOf(to, range)] as const]
      : [ofBoth(min, (zone) => degrees(zone.minTemp)), ofBoth(max, (zone) => degrees(zone.maxTemp))]),
    ofBoth(label, (zone) => value(zone.label)),
    ofBoth(ownThreshold, (zone) => height(zone.minThreshold)),
    ofBoth(ownQuality, (zone) => value(zone.minQuality)),
    ofBoth(referenceTm, (zone) => value(zone.referenceTm ?? null)),
  ]);
}

/** “A above B and A above C” */
export const conditionsText = (
  { expressions }: Pick<Case, 'expressions'>,
  { ofName }: Pick<DiagnosticWords, 'ofName'> = catalogueWords,
): string =>
  expressions
    .map((one) => expressionText({ ...one, ...renameReferences(one, ofName) }))
    .join(` ${words.and} `);

function combinationText({ cases, otherwise }: CombinationDraft, diagnostics: DiagnosticWords): string {
  const { ofId } = diagnostics;
  const texts = cases.map((one) => words.when(conditionsText(one, diagnostics), ofId(one.diagnosticId)));
  return cases.length === 0 ? ofId(otherwise) : [...texts, words.otherwise(ofId(otherwise))].join('; ');
}
