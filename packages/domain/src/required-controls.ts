import { z } from 'zod';

/** More controls of a kind than anybody puts on a plate of 384 wells. */
export const MAX_REQUIRED_CONTROLS = 20;

export const controlKindSchema = z.enum(['negative', 'positive']);
export type ControlKind = z.infer<typeof controlKindSchema>;

const countSchema = z.int().min(0).max(MAX_REQUIRED_CONTROLS);

/** How many controls of each kind a plate needs for every kit version, lot and reaction buffer with samples. */
export const requiredControlsSchema = z.strictObject({ negative: countSchema, positive: countSchema });
export type RequiredControls = z.infer<typeof requiredControlsSchema>;

/** What a kit version asks for unless it says otherwise; the columns have the same defaults. */
export const DEFAULT_REQUIRED_CONTROLS: RequiredControls = { negative: 1, positive: 0 };

/** What a laboratory asks for, where that is more than the kit version does. */
export const laboratoryControlsSchema = z
  .strictObject({ negative: countSchema.default(0), positive: countSchema.default(0) })
  .prefault({});

/** The larger number of each kind counts. */
export const strictestControls = (first: RequiredControls, second: RequiredControls): RequiredControls => ({
  negative: Math.max(first.negative, second.negative),
  positive: Math.max(first.positive, second.positive),
});
