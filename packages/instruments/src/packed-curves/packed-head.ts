import { channelNameSchema, phaseTypeSchema } from '@curvewell/domain';
import { z } from 'zod';

import type { RunCurve } from '../run-file.ts';
import type { PackedKind } from './packed-body.ts';

/** A curve of one well: temperatures in °C and the same number of values in the instrument's unit. */
export type PlacedCurve = Pick<RunCurve, 'channel' | 'phase' | 'quantity' | 'temperature' | 'value'> & {
  readonly position: string;
};

const width = z.int().min(1).max(7);
const order = z.literal([1, 2]).exactOptional();
export const numbersSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('decimal'), digits: z.int().min(0).max(12), width, order }),
  z.strictObject({ kind: z.literal('float32'), width, order }),
  z.strictObject({ kind: z.literal('float64'), width: z.literal(8), order }),
]);
const groupSchema = z.strictObject({
  channel: channelNameSchema,
  phase: phaseTypeSchema,
  quantity: z.enum(['fluorescence', 'derivative']),
  positions: z.array(z.string()),
  /** The index of the axis of each curve. */
  axes: z.array(z.int().min(0)),
  numbers: numbersSchema,
});

/** Describes the columns that follow: first the axes, then one for each group. */
const packedHeadSchema = z.strictObject({
  axes: z.array(z.strictObject({ count: z.int().min(0), numbers: numbersSchema })),
  groups: z.array(groupSchema),
});

export type CurveGroup = z.infer<typeof groupSchema>;
export type PackedHead = z.infer<typeof packedHeadSchema>;

export const CURVES: PackedKind<PackedHead> = {
  /** “CWPC” */
  magic: Uint8Array.of(0x43, 0x57, 0x50, 0x43),
  version: 2,
  headSchema: packedHeadSchema,
};
