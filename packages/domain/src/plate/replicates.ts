import { z } from 'zod';

import { positionSchema, type SampleType } from './plate.ts';
import { listText } from '../text/list-text.ts';

/** The maximum number of wells that a flag names; others are counted. */
const MAX_NAMED_REPLICATES = 3;

/** Replicates with something in common: the first positions, and the total. */
const replicateWellsSchema = z.strictObject({
  positions: z.array(positionSchema).min(1).max(MAX_NAMED_REPLICATES),
  count: z.int().min(1),
});
export type ReplicateWells = z.infer<typeof replicateWellsSchema>;

/** The difference between replicates: a peak that only some have, or their results. */
export const replicateDifferenceSchema = z.union([
  z.strictObject({ have: replicateWellsSchema, lack: replicateWellsSchema }),
  z.strictObject({
    /** By diagnostic name; null: no call. */
    results: z.array(z.strictObject({ diagnostic: z.string().nullable(), ...replicateWellsSchema.shape })),
  }),
]);

/** The properties that make wells of one kit version and reaction buffer replicates. */
interface NamedWell {
  readonly name: string | null;
  readonly sampleType: SampleType;
  /** The expected diagnostic of a standard. */
  readonly expectedDiagnostic: string | null;
}

/** The key of a well's replicates: name, sample type and expected result; null: no name. */
export const replicateGroup = ({ name, sampleType, expectedDiagnostic }: NamedWell): string | null =>
  name === null ? null : JSON.stringify([name, sampleType, expectedDiagnostic]);

/** “A3, B1, C4 and 32 others” */
export function replicatesText({ positions, count }: ReplicateWells): string {
  const others = count - positions.length;
  const words = others === 0 ? positions : [...positions, others === 1 ? '1 other' : `${others} others`];
  return listText(words);
}
