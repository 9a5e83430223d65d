import { z } from 'zod';

import { channelNameSchema } from '../kit/assay.ts';
import { diagnosticColorSchema } from '../diagnostics/diagnostic-color.ts';
import { idSchema } from '../text/fields.ts';
import { positionSchema, sampleTypeSchema } from '../plate/plate.ts';
import { usedReplicatesSchema } from '../settings/replicate-settings.ts';
import { sampleTmSchema } from './sample-tms.ts';

/** Why a sample has no result, most serious first. */
export const sampleFaultSchema = z.enum([
  /** A failed control marks a well. */
  'failed-control',
  'not-analysed',
  'no-call',
  /** A well has an invalid result, or one of a control. */
  'no-statement',
  'results-differ',
  'tm-apart',
]);
export type SampleFault = z.infer<typeof sampleFaultSchema>;

const sampleWellSchema = z.strictObject({
  wellId: idSchema,
  position: positionSchema,
  /** The diagnostic in effect; null: No call. */
  found: diagnosticColorSchema.nullable(),
  /** `behind` the result, of `other` result that the rule allows, or `ignored`; null: there is no result. */
  part: z.enum(['behind', 'other', 'ignored']).nullable(),
  /** Whether a user overrode the well. */
  isByHand: z.boolean(),
});
export type SampleWell = z.infer<typeof sampleWellSchema>;

/** Two or more wells with one name, and their result. Controls and standards have neither result nor fault. */
export const sampleResultSchema = z.strictObject({
  name: z.string(),
  orderId: z.string().nullable(),
  channel: channelNameSchema,
  sampleType: sampleTypeSchema,
  kitVersionId: idSchema,
  settings: usedReplicatesSchema,
  /** In the order of the plate. */
  wells: z.array(sampleWellSchema).min(2),
  result: diagnosticColorSchema.nullable(),
  fault: sampleFaultSchema.nullable(),
  /** The wells that the fault is about. */
  faultOf: z.array(positionSchema),
  /** Of the wells behind the result, else of all, without overridden ones. */
  tms: z.array(sampleTmSchema),
  /** Whether results differ, Tm are farther apart than the kit allows, or a standard deviation exceeds the limit. */
  isApart: z.boolean(),
});
export type SampleResult = z.infer<typeof sampleResultSchema>;
