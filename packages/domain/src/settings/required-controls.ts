import { z } from 'zod';

/** More controls of one kind than on any plate of 384 wells. */
export const MAX_REQUIRED_CONTROLS = 20;

export const controlKindSchema = z.enum(['negative', 'positive']);
export type ControlKind = z.infer<typeof controlKindSchema>;

const countSchema = z.int().min(0).max(MAX_REQUIRED_CONTROLS);

/**
 * The number of controls of each kind that a plate needs for every kit version, lot and reaction buffer with
 * samples.
 */
export const requiredControlsSchema = z.strictObject({ negative: countSchema, positive: countSchema });
export type RequiredControls = z.infer<typeof requiredControlsSchema>;

/** The default of a kit version, which the database columns share. */
export const DEFAULT_REQUIRED_CONTROLS: RequiredControls = { negative: 1, positive: 0 };

/** The laboratory's requirement, where it exceeds the kit version's. */
export const laboratoryControlsSchema = z
  .strictObject({ negative: countSchema.default(0), positive: countSchema.default(0) })
  .prefault({});

/** The larger number of each kind. */
export const strictestControls = (first: RequiredControls, second: RequiredControls): RequiredControls => ({
  negative: Math.max(first.negative, second.negative),
  positive: Math.max(first.positive, second.positive),
});
