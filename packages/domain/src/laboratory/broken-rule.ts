import { z } from 'zod';

import { phaseTypeSchema, zoneNameSchema } from '../kit/assay.ts';
import { degreesText } from '../text/figure-text.ts';
import { idSchema } from '../text/fields.ts';

/** The Westgard rules, worst first; the last one is only a warning. */
export const westgardRuleSchema = z.enum(['1-3s', '2-2s', 'R-4s', '4-1s', '10x', '1-2s']);
export type WestgardRule = z.infer<typeof westgardRuleSchema>;

/** A rule that a control broke, compared with earlier readings, whatever its call. */
export const brokenRuleSchema = z.object({
  rule: westgardRuleSchema,
  phase: phaseTypeSchema,
  zone: zoneNameSchema,
  /** °C */
  tm: z.number(),
  /** Distance to the mean at that time, in standard deviations. */
  distance: z.number(),
});
export type BrokenRule = z.infer<typeof brokenRuleSchema>;

export const wellBrokenRuleSchema = z.object({ wellId: idSchema, ...brokenRuleSchema.shape });

/** “1-3s, C 61.11 °C is 3.5 SD above the mean” */
export function brokenRuleText({ rule, zone, tm, distance }: BrokenRule): string {
  const side = distance < 0 ? 'below' : 'above';
  return `${rule}, ${zone} ${degreesText(tm)} is ${Math.abs(distance).toFixed(1)} SD ${side} the mean`;
}
