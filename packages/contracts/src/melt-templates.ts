import { z } from 'zod';

import { phaseTypeSchema, zoneNameSchema } from './assay.ts';

/** A kit version whose second products count only beyond what the first one's target looks like. */
export const meltTemplateSettingsSchema = z.strictObject({
  /** Where templates are learnt: `plate`, from the wells of the same plate that hold one target. */
  from: z.enum(['plate']),
});
export type MeltTemplateSettings = z.infer<typeof meltTemplateSettingsSchema>;

/** Wells that a template is learnt from, at least. */
export const FEWEST_TEMPLATE_WELLS = 4;

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
  /** null: fewer wells than `FEWEST_TEMPLATE_WELLS`, so that it explains nothing. */
  shape: templateShapeSchema.nullable(),
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

/** What a well's product was compared with, in one sentence: “Template of B (MELT): learnt from 12 wells of this plate.” */
export function templateText({ phase, zone, wells, shape }: UsedTemplate): string {
  const name = `emplate of ${zone} (${phase})`;
  return shape === null
    ? `No t${name}: only ${wellsText(wells)} of this plate ${wells === 1 ? 'holds' : 'hold'} it alone, at least ${FEWEST_TEMPLATE_WELLS} are needed.`
    : `T${name}: learnt from ${wellsText(wells)} of this plate that ${wells === 1 ? 'holds' : 'hold'} it alone.`;
}

/** Everything that is said of a well's templates; empty: the kit does not ask for them. */
export const templateTexts = ({
  templates = [],
}: {
  readonly templates?: readonly UsedTemplate[] | undefined;
}): readonly string[] => templates.map(templateText);
