import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema, temperatureSchema, zoneNameSchema } from './assay.ts';
import { nameSchema } from './fields.ts';
import { MAX_INTEGER } from './text.ts';

/** A kit version whose second products count only beyond what the first one's target looks like. */
export const meltTemplateSettingsSchema = z.strictObject({
  /**
   * Where templates come from. `plate`: the wells of the same plate that hold one target. `plate-or-kept`: where these are
   * too few, what the kit version keeps for the analyser.
   */
  from: z.enum(['plate', 'plate-or-kept']),
});
export type MeltTemplateSettings = z.infer<typeof meltTemplateSettingsSchema>;

/** Wells that a template is learnt from, at least. */
export const MIN_TEMPLATE_WELLS = 4;

/** How steep a target melts around its Tm, as parts of its slope at Tm, at even distances from it. */
export const templateShapeSchema = z.strictObject({
  /** The first distance from Tm, and between two, °C. */
  from: z.number(),
  step: z.number().positive(),
  /** The median of the wells. */
  middle: z.array(z.number()),
  /** How much wells differ there. */
  spread: z.array(z.number()),
});
export type TemplateShape = z.infer<typeof templateShapeSchema>;

/** Runs that one kept template is learnt from, at most. */
export const MAX_TEMPLATE_RUNS = 8;
/** Places of a kept template, at most. */
const MAX_PLACES = 400;
/** Of one run in one channel. */
const MAX_WELLS = 384;

const templateRunSchema = z.strictObject({
  /** Its name then. */
  laboratory: nameSchema,
  /** Its number there. */
  run: z.int().min(1).max(MAX_INTEGER),
  /** Wells that hold the target alone. */
  wells: z.int().min(1).max(MAX_WELLS),
});

/** A template that a kit version keeps, learnt from approved runs: a setting, which says where it comes from. */
export const keptTemplateSchema = z.strictObject({
  /** The model that the runs were read on. */
  analyser: nameSchema,
  channel: channelNameSchema,
  phase: phaseTypeSchema,
  /** Of the target. */
  zone: zoneNameSchema,
  /** The median of the wells, °C. */
  tm: temperatureSchema,
  wells: z
    .int()
    .min(MIN_TEMPLATE_WELLS)
    .max(MAX_TEMPLATE_RUNS * MAX_WELLS),
  runs: z.array(templateRunSchema).min(1).max(MAX_TEMPLATE_RUNS),
  /** Parts of the slope at Tm; what lies outside these bounds is no melt. */
  shape: z
    .strictObject({
      ...templateShapeSchema.shape,
      from: z.number().min(-50).max(0),
      step: z.number().min(0.05).max(1),
      middle: z.array(z.number().min(-1).max(2)).min(1).max(MAX_PLACES),
      spread: z.array(z.number().min(0).max(2)).min(1).max(MAX_PLACES),
    })
    .refine(
      ({ middle, spread }) => middle.length === spread.length,
      'each place must have a middle and a spread',
    ),
  /** Of the canonical JSON of all other members. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type KeptTemplate = z.infer<typeof keptTemplateSchema>;

/** What was asked of templates, and the kept ones that were there. */
export const usedMeltTemplatesSchema = meltTemplateSettingsSchema.extend({
  /** Of one channel; left out: none. */
  kept: z.array(keptTemplateSchema).optional(),
});
export type UsedMeltTemplates = z.infer<typeof usedMeltTemplatesSchema>;

/** The template of one target that counts in a well, on the scale of its curve. */
export const usedTemplateSchema = z.strictObject({
  phase: phaseTypeSchema,
  /** Of the target. */
  zone: zoneNameSchema,
  /** Other wells of the plate that hold this target alone. */
  wells: z.int().min(0),
  /** Whether this well is one more of them; of itself it teaches nothing. */
  teaches: z.boolean(),
  /** Of the product, °C. */
  tm: z.number(),
  /** Of the slope where nothing melts, and of the slope at Tm above it, RFU/°C. */
  background: z.number(),
  height: z.number(),
  /** null: fewer wells than `MIN_TEMPLATE_WELLS` and none kept, so that it explains nothing. */
  shape: templateShapeSchema.nullable(),
  /** Where a kept template comes from; left out: the plate taught it. */
  kept: keptTemplateSchema.pick({ wells: true, runs: true, sha256: true }).optional(),
});
export type UsedTemplate = z.infer<typeof usedTemplateSchema>;

/** So many spreads beyond the median are still the target. */
export const TEMPLATE_SPREADS = 3;

/** A point of a template as it is drawn. */
export interface TemplatePoint {
  /** °C */
  readonly temperature: number;
  /** What the target explains, and up to where, RFU/°C. */
  readonly explained: number;
  readonly limit: number;
}

/** A template on the scale of a well's curve; none where it explains nothing. */
export function templatePoints({ tm, background, height, shape }: UsedTemplate): TemplatePoint[] {
  if (shape === null) return [];
  return shape.middle.map((middle, index) => ({
    temperature: tm + shape.from + index * shape.step,
    explained: background + height * middle,
    limit: background + height * (middle + TEMPLATE_SPREADS * (shape.spread[index] ?? 0)),
  }));
}

const wellsText = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);

/** As much of a template's SHA-256 as people compare: “SHA-256 0123456789ab…”. */
export const templateHashText = ({ sha256 }: Pick<KeptTemplate, 'sha256'>): string =>
  `SHA-256 ${sha256.slice(0, 12)}…`;

/** “run 41 of Step laboratory”, “runs 41 and 42 of Step laboratory”. */
export function templateRunsText(runs: KeptTemplate['runs']): string {
  const byLaboratory = Map.groupBy(runs, ({ laboratory }) => laboratory);
  return [...byLaboratory]
    .map(([laboratory, ofLaboratory]) => {
      const numbers = ofLaboratory.map(({ run }) => String(run));
      const listed = [numbers.slice(0, -1).join(', '), numbers.at(-1)].filter(Boolean).join(' and ');
      return `${numbers.length === 1 ? 'run' : 'runs'} ${listed} of ${laboratory}`;
    })
    .join(', ');
}

/** “learnt from 12 wells of run 41 of Step laboratory (SHA-256 0123456789ab…)” */
export const keptFromText = (kept: Pick<KeptTemplate, 'wells' | 'runs' | 'sha256'>): string =>
  `learnt from ${wellsText(kept.wells)} of ${templateRunsText(kept.runs)} (${templateHashText(kept)})`;

const tooFewText = (wells: number): string => {
  const few = wells === 0 ? 'no well' : `only ${wellsText(wells)}`;
  return `${few} of this plate ${wells < 2 ? 'holds' : 'hold'} it alone, at least ${MIN_TEMPLATE_WELLS} are needed`;
};

/** What a well's product was compared with, in one sentence: “Template of B (MELT): learnt from 12 wells of this plate.” */
export function templateText({ phase, zone, wells, shape, kept }: UsedTemplate): string {
  const name = `emplate of ${zone} (${phase})`;
  if (shape === null) return `No t${name}: ${tooFewText(wells)}.`;
  if (kept !== undefined)
    return `T${name}: stored with the kit, ${keptFromText(kept)}, since ${tooFewText(wells)}.`;
  return `T${name}: learnt from ${wellsText(wells)} of this plate that ${wells === 1 ? 'holds' : 'hold'} it alone.`;
}

/** All texts about a well's templates; empty: the kit does not use them. */
export const templateTexts = ({
  templates = [],
}: {
  readonly templates?: readonly UsedTemplate[] | undefined;
}): readonly string[] => templates.map(templateText);
