import {
  channelConditionSchema,
  channelNameSchema,
  combinedValueSchema,
  amplificationSettingsSchema,
  curveShapesSchema,
  expressionSettingsSchema,
  idSchema,
  meltTemplateSettingsSchema,
  ofEachChannel,
  phaseTypeSchema,
  replicateSettingsSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { type DraftPlace, readDraft } from '../../../shared/forms/draft-storage.ts';
import type { ConfigurationPlace } from '../../../data/kits.ts';
import { channelsIn, EMPTY_DRAFT, type KitDraft } from './kit-draft.ts';

const numberSchema = z.number().nullable();
const channelSchema = z.object({
  phases: z.array(
    z.object({
      phaseType: phaseTypeSchema,
      minThreshold: numberSchema,
      slopeThreshold: numberSchema,
      minQuality: numberSchema,
      inversed: z.boolean(),
      zones: z.array(
        z.object({
          name: z.string(),
          minTemp: numberSchema,
          maxTemp: numberSchema,
          label: z.string(),
          minThreshold: numberSchema,
          minQuality: numberSchema,
          referenceTm: numberSchema.optional(),
        }),
      ),
    }),
  ),
  /** Pairs of label and meaning: JSON has no maps. */
  combinations: z.array(
    z.tuple([
      z.string(),
      z.object({
        cases: z.array(
          z.object({ expressions: z.array(expressionSettingsSchema), diagnosticId: idSchema.nullable() }),
        ),
        otherwise: idSchema.nullable(),
      }),
    ]),
  ),
});
const versionSchema = z.object({
  negative: numberSchema,
  positive: numberSchema,
  outsideId: idSchema.nullable(),
  tmShift: z.object({ limit: numberSchema }).nullable().default(null),
  meltTemplates: meltTemplateSettingsSchema.nullable().default(null),
  curveShapes: curveShapesSchema.nullable().default(null),
  amplification: amplificationSettingsSchema.nullable().default(null),
  replicates: z
    .object({ ...replicateSettingsSchema.shape, tmSpread: numberSchema })
    .nullable()
    .default(null),
  channelRules: z
    .array(
      z.object({
        conditions: z.array(channelConditionSchema),
        result: z.union([
          z.object({
            name: z.string(),
            meaning: combinedValueSchema.shape.meaning,
            lisCode: z.string(),
            snomedCt: z.string(),
            loinc: z.string(),
          }),
          z.object({ diagnostic: z.string() }),
        ]),
      }),
    )
    .nullable()
    .default(null),
});
const keptSchema = z.object({
  at: z.string(),
  /** Of the kit version that the draft is based on. */
  revision: z.int(),
  FAM: channelSchema,
  TEXAS_RED: channelSchema,
  /** Further channels, omitted without settings. */
  others: z.partialRecord(channelNameSchema, channelSchema).default({}),
  /** Missing in drafts of an older release. */
  version: versionSchema.optional(),
});

export const kitDraftPlace = (
  { versionId, reactionBufferId, analyserId }: ConfigurationPlace,
  userId: string,
): DraftPlace => ({ what: 'kit', userId, runId: [versionId, reactionBufferId, analyserId].join(' ') });

interface StoredKitDraft {
  readonly at: string;
  readonly revision: number;
  /** The version's settings are missing in drafts of an older release. */
  readonly draft: Omit<KitDraft, 'version'> & Partial<Pick<KitDraft, 'version'>>;
}

/** A draft as stored in the browser. */
export function toStoredKitDraft({ at, revision, draft: { version, ...channels } }: StoredKitDraft): object {
  const { FAM, TEXAS_RED } = channels;
  const channelOf = ({ phases, combinations }: KitDraft['FAM']) => ({
    phases,
    combinations: [...combinations],
  });
  const others = Object.fromEntries(
    channelsIn({ ...EMPTY_DRAFT, ...channels })
      .filter((name) => name !== 'FAM' && name !== 'TEXAS_RED')
      .map((name) => [name, channelOf(channels[name])]),
  );
  const stored = { at, revision, version, FAM: channelOf(FAM), TEXAS_RED: channelOf(TEXAS_RED) };
  return Object.keys(others).length === 0 ? stored : { ...stored, others };
}

/** The stored draft of a place; null if there is none. */
export function readKitDraft(place: DraftPlace): StoredKitDraft | null {
  const kept = keptSchema.safeParse(readDraft(place)).data;
  if (kept === undefined) return null;
  const channelOf = ({ phases, combinations }: z.infer<typeof channelSchema>) => ({
    phases,
    combinations: new Map(combinations),
  });
  const { FAM, TEXAS_RED, others } = kept;
  const stored = { ...others, FAM, TEXAS_RED };
  const draft = {
    ...ofEachChannel((name) => {
      const found = stored[name];
      return found === undefined ? EMPTY_DRAFT[name] : channelOf(found);
    }),
    ...(kept.version && { version: kept.version }),
  };
  return { at: kept.at, revision: kept.revision, draft };
}
