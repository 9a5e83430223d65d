import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema, temperatureSchema, zoneNameSchema } from '../kit/assay.ts';
import { listText } from '../text/list-text.ts';
import { MAX_INTEGER, storedLineSchema } from '../text/text.ts';

/**
 * Settings of a kit version in which a second product counts only when it exceeds the template of the first
 * one's target.
 */
export const meltTemplateSettingsSchema = z.strictObject({
  /**
   * The source of templates. `plate`: wells of the same plate with a single target. `plate-or-kept`: when
   * these are too few, the kit version's stored templates for the analyser.
   */
  from: z.enum(['plate', 'plate-or-kept']),
});
export type MeltTemplateSettings = z.infer<typeof meltTemplateSettingsSchema>;

/** The minimum number of wells for learning a template. */
export const MIN_TEMPLATE_WELLS = 4;

/** The slope of a target's melt around its Tm, relative to the slope at Tm, at regular distances. */
export const templateShapeSchema = z.strictObject({
  /** The first distance from Tm and the interval, °C. */
  from: z.number(),
  step: z.number().positive(),
  /** The median of the wells. */
  middle: z.array(z.number()),
  /** The spread between wells. */
  spread: z.array(z.number()),
});
export type TemplateShape = z.infer<typeof templateShapeSchema>;

export const MAX_TEMPLATE_RUNS = 8;
/** The maximum number of points of a stored template. */
const MAX_PLACES = 400;
/** The maximum number of wells of one run in one channel. */
const MAX_WELLS = 384;

/** As it was when the template was learnt. */
const learntNameSchema = storedLineSchema.min(1).max(100);

const templateRunSchema = z.strictObject({
  laboratory: learntNameSchema,
  /** The run number in that laboratory. */
  run: z.int().min(1).max(MAX_INTEGER),
  /** Wells with only this target. */
  wells: z.int().min(1).max(MAX_WELLS),
});

/** A stored template, learnt from approved runs, with its sources. */
export const keptTemplateSchema = z.strictObject({
  /** The analyser of the runs. */
  analyser: learntNameSchema,
  channel: channelNameSchema,
  phase: phaseTypeSchema,
  /** The zone of the target. */
  zone: zoneNameSchema,
  /** The median of the wells, °C. */
  tm: temperatureSchema,
  wells: z
    .int()
    .min(MIN_TEMPLATE_WELLS)
    .max(MAX_TEMPLATE_RUNS * MAX_WELLS),
  runs: z.array(templateRunSchema).min(1).max(MAX_TEMPLATE_RUNS),
  /** Relative to the slope at Tm; values outside these bounds cannot be a melt. */
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
  /** The hash of the canonical JSON of all other members. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type KeptTemplate = z.infer<typeof keptTemplateSchema>;

/** The template settings and the stored templates of an interpretation. */
export const usedMeltTemplatesSchema = meltTemplateSettingsSchema.extend({
  /** Of one channel; omitted: none. */
  kept: z.array(keptTemplateSchema).optional(),
});
export type UsedMeltTemplates = z.infer<typeof usedMeltTemplatesSchema>;

/** The template of one target used for a well, on the scale of its curve. */
export const usedTemplateSchema = z.strictObject({
  phase: phaseTypeSchema,
  /** The zone of the target. */
  zone: zoneNameSchema,
  /** Other wells of the plate with only this target. */
  wells: z.int().min(0),
  /** Whether this well also has only this target; it is not used for its own template. */
  teaches: z.boolean(),
  /** The Tm of the product, °C. */
  tm: z.number(),
  /** The background slope, and the slope at Tm above it, RFU/°C. */
  background: z.number(),
  height: z.number(),
  /** Null: fewer wells than `MIN_TEMPLATE_WELLS` and no stored template, so that nothing is explained. */
  shape: templateShapeSchema.nullable(),
  /** The source of a stored template; omitted: learnt from the plate. */
  kept: keptTemplateSchema.pick({ wells: true, runs: true, sha256: true }).optional(),
});
export type UsedTemplate = z.infer<typeof usedTemplateSchema>;

/** The number of spreads above the median that still belong to the target. */
export const TEMPLATE_SPREADS = 3;

export interface TemplatePoint {
  /** °C */
  readonly temperature: number;
  /** The upper limit of what the target explains, RFU/°C. */
  readonly explained: number;
  readonly limit: number;
}

/** A template on the scale of a well's curve; empty where it explains nothing. */
export function templatePoints({ tm, background, height, shape }: UsedTemplate): TemplatePoint[] {
  if (shape === null) return [];
  return shape.middle.map((middle, index) => ({
    temperature: tm + shape.from + index * shape.step,
    explained: background + height * middle,
    limit: background + height * (middle + TEMPLATE_SPREADS * (shape.spread[index] ?? 0)),
  }));
}

const wellsText = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);

/** The part of a template's SHA-256 that is shown: “SHA-256 0123456789ab…”. */
export const templateHashText = ({ sha256 }: Pick<KeptTemplate, 'sha256'>): string =>
  `SHA-256 ${sha256.slice(0, 12)}…`;

/** “run 41 of Step laboratory”, “runs 41 and 42 of Step laboratory”. */
export function templateRunsText(runs: KeptTemplate['runs']): string {
  const byLaboratory = Map.groupBy(runs, ({ laboratory }) => laboratory);
  return [...byLaboratory]
    .map(([laboratory, ofLaboratory]) => {
      const numbers = listText(ofLaboratory.map(({ run }) => String(run)));
      return `${ofLaboratory.length === 1 ? 'run' : 'runs'} ${numbers} of ${laboratory}`;
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

/**
 * The comparison of a well's product in one sentence: “Template of B (MELT): learnt from 12 wells of this
 * plate.”
 */
function templateText({ phase, zone, wells, shape, kept }: UsedTemplate): string {
  const name = `emplate of ${zone} (${phase})`;
  if (shape === null) return `No t${name}: ${tooFewText(wells)}.`;
  if (kept !== undefined)
    return `T${name}: stored with the kit, ${keptFromText(kept)}, since ${tooFewText(wells)}.`;
  return `T${name}: learnt from ${wellsText(wells)} of this plate that ${wells === 1 ? 'holds' : 'hold'} it alone.`;
}

/** All texts about a well's templates; empty: not used by the kit. */
export const templateTexts = ({
  templates = [],
}: {
  readonly templates?: readonly UsedTemplate[] | undefined;
}): readonly string[] => templates.map(templateText);
