import { type ChannelName, channelNameSchema, edgeText, expressionText } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
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
type DiagnosticName = (id: string | null) => string;
const words = text.kits.changes;

const value = (one: number | string | null): string =>
  one === null || one === '' ? words.nothing : String(one);
const height = (one: number | null): string => (one === null ? words.nothing : `${one} RFU/°C`);
const degrees = (one: number | null): string => (one === null ? words.nothing : `${edgeText(one)} °C`);
const fieldsOf = (fields: readonly (readonly [string, string, string])[]): Field[] =>
  fields.map(([field, from, to]) => ({ field, from, to }));
const isChanged = ({ from, to }: Field): boolean => from !== to;

/** All fields of two configurations, in screen order. */
export const draftFields = (before: KitDraft, after: KitDraft, nameOf: DiagnosticName): DraftChange[] => [
  ...versionFields(before.version, after.version, nameOf),
  ...channelNameSchema.options.flatMap((channel) =>
    channelFields(before[channel], after[channel], nameOf).map((field) => ({ channel, ...field })),
  ),
];

/** The fields in which two configurations differ, in screen order. */
export const draftChanges = (before: KitDraft, after: KitDraft, nameOf: DiagnosticName): DraftChange[] => [
  ...versionFields(before.version, after.version, nameOf).filter(isChanged),
  ...channelNameSchema.options.flatMap((channel) =>
    before[channel] === after[channel]
      ? []
      : channelFields(before[channel], after[channel], nameOf)
          .filter(isChanged)
          .map((field) => ({ channel, ...field })),
  ),
];

/** Whether the settings for all channels differ. */
export const isVersionChanged = (before: KitDraft, after: KitDraft): boolean =>
  versionFields(before.version, after.version, (id) => id ?? '').some(isChanged);

function versionFields(before: VersionDraft, after: VersionDraft, nameOf: DiagnosticName): DraftChange[] {
  const { of, outside, noCall, shift, templates, shapes, replicates } = text.kits.checks;
  const fields: Readonly<Record<keyof VersionDraft, readonly [string, (one: VersionDraft) => string]>> = {
    negative: [of.negative, ({ negative }) => value(negative)],
    positive: [of.positive, ({ positive }) => value(positive)],
    outsideId: [outside.toLowerCase(), ({ outsideId }) => (outsideId === null ? noCall : nameOf(outsideId))],
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
        curveShapes === null ? shapes.off : curveShapes.map(shapes.settingsText).join('; '),
    ],
    replicates: [replicates.title, (version) => replicates.settingsText(version.replicates)],
  };
  return fieldsOf(
    Object.values(fields).map(([field, wordsOf]) => [field, wordsOf(before), wordsOf(after)]),
  ).map((field) => ({ channel: null, ...field }));
}

/** The channels in which two configurations differ. */
export const changedChannels = (before: KitDraft, after: KitDraft): ChannelName[] =>
  channelNameSchema.options.filter((channel) =>
    channelFields(before[channel], after[channel], (id) => id ?? '').some(isChanged),
  );

function channelFields(before: ChannelDraft, after: ChannelDraft, nameOf: DiagnosticName): Field[] {
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
        combinationText(before.combinations.get(label) ?? NO_RULE, nameOf),
        combinationText(after.combinations.get(label) ?? NO_RULE, nameOf),
      ]),
    ),
  ];
}

function phaseFields(type: string, from: PhaseDraft | undefined, to: PhaseDraft | undefined): Field[] {
  if (from === undefined && to === undefined) return [];
  if (from === undefined || to === undefined) {
    return [{ field: type, from: from ? words.there : words.nothing, to: to ? words.there : words.nothing }];
  }
  const { minThreshold, slopeThreshold, minQuality, inversed } = text.kits.fields;
  const letters = [...new Set([...from.zones, ...to.zones].map(({ name }) => name))].sort();
  return [
    ...fieldsOf([
      [`${type} ${minThreshold}`, height(from.minThreshold), height(to.minThreshold)],
      [`${type} ${slopeThreshold}`, value(from.slopeThreshold), value(to.slopeThreshold)],
      [`${type} ${minQuality}`, value(from.minQuality), value(to.minQuality)],
      [`${type} ${inversed}`, words.yesNo(from.inversed), words.yesNo(to.inversed)],
    ]),
    ...letters.flatMap((letter) =>
      zoneFields(
        letter,
        from.zones.find(({ name }) => name === letter),
        to.zones.find(({ name }) => name === letter),
      ),
    ),
  ];
}

function zoneFields(letter: string, from: ZoneDraft | undefined, to: ZoneDraft | undefined): Field[] {
  const range = (zone: ZoneDraft | undefined): string =>
    zone === undefined ? words.nothing : `${degrees(zone.minTemp)} – ${degrees(zone.maxTemp)}`;
  if (from === undefined || to === undefined) {
    return [{ field: words.zone(letter), from: range(from), to: range(to) }];
  }
  const { min, max, label, ownThreshold, ownQuality, referenceTm } = text.kits.fields;
  return fieldsOf([
    [words.zoneField(letter, min), degrees(from.minTemp), degrees(to.minTemp)],
    [words.zoneField(letter, max), degrees(from.maxTemp), degrees(to.maxTemp)],
    [words.zoneField(letter, label), value(from.label), value(to.label)],
    [words.zoneField(letter, ownThreshold), height(from.minThreshold), height(to.minThreshold)],
    [words.zoneField(letter, ownQuality), value(from.minQuality), value(to.minQuality)],
    [words.zoneField(letter, referenceTm), value(from.referenceTm ?? null), value(to.referenceTm ?? null)],
  ]);
}

/** “A above B and A above C” */
export const conditionsText = ({ expressions }: Pick<Case, 'expressions'>): string =>
  expressions.map(expressionText).join(` ${words.and} `);

function combinationText({ cases, otherwise }: CombinationDraft, nameOf: DiagnosticName): string {
  const texts = cases.map((one) => words.when(conditionsText(one), nameOf(one.diagnosticId)));
  return cases.length === 0 ? nameOf(otherwise) : [...texts, words.otherwise(nameOf(otherwise))].join('; ');
}
