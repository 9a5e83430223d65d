import { z } from 'zod';

import { channelNameSchema } from './assay.ts';
import { daySchema, idSchema, namedSchema } from '../text/fields.ts';
import { kitStatusSchema } from './kit.ts';
import { requiredControlsSchema } from '../settings/required-controls.ts';

/**
 * What a kit version is used for. `draft`: it has no lot and may change. `trial`: it has only inactive lots, whose
 * runs are trials. `in-use`: it has an active lot. `closed`: it is locked and has no active lot.
 */
export const versionUseSchema = z.enum(['draft', 'trial', 'in-use', 'closed']);
export type VersionUse = z.infer<typeof versionUseSchema>;

export const listedVersionSchema = z.object({
  id: idSchema,
  version: z.string(),
  use: versionUseSchema,
  requiredControls: requiredControlsSchema,
  activeLots: z.int(),
  /** Lots that are not active. */
  trialLots: z.int(),
  /** The first expiry date among its active lots; null: none is active. */
  nextExpiry: daySchema.nullable(),
  /** Runs of all laboratories with it. */
  runs: z.int(),
  /** The date (UTC) of its newest run; null: none. */
  lastRunOn: daySchema.nullable(),
});
export type ListedVersion = z.infer<typeof listedVersionSchema>;

/** A kit in the list of kits, with its versions, newest first. */
export const listedKitSchema = z.object({
  id: idSchema,
  name: z.string(),
  isSample: z.boolean(),
  /** The caller's laboratory, if the kit belongs to it alone; null: all laboratories. */
  owner: namedSchema.nullable(),
  channels: z.array(channelNameSchema),
  /** The number of its diagnostics. */
  diagnostics: z.int(),
  buffers: z.array(z.string()),
  analysers: z.array(z.object({ name: z.string(), status: kitStatusSchema })),
  versions: z.array(listedVersionSchema),
});
export type ListedKit = z.infer<typeof listedKitSchema>;

/**
 * Filters of the lots of all kits. `expiring`: active, and valid for at most 30 more days.
 * `expired`: active although it has expired.
 */
export const lotFilterSchema = z.enum(['active', 'expiring', 'expired', 'inactive', 'all']);
export type LotFilter = z.infer<typeof lotFilterSchema>;
