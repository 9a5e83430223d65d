import { z } from 'zod';

import { positionSchema, type SampleType } from './plate.ts';

/** Wells that a flag names; the others it counts. */
export const MAX_NAMED_REPLICATES = 3;

/** Replicates with something in common: the first by position, and how many there are. */
const replicateWellsSchema = z.strictObject({
  positions: z.array(positionSchema).min(1).max(MAX_NAMED_REPLICATES),
  count: z.int().min(1),
});
export type ReplicateWells = z.infer<typeof replicateWellsSchema>;

/** In what replicates differ: a peak that some have and others lack, or their results. */
export const replicateDifferenceSchema = z.union([
  z.strictObject({ have: replicateWellsSchema, lack: replicateWellsSchema }),
  z.strictObject({
    /** By the name of the diagnostic; null: no call. */
    results: z.array(z.strictObject({ diagnostic: z.string().nullable(), ...replicateWellsSchema.shape })),
  }),
]);
export type ReplicateDifference = z.infer<typeof replicateDifferenceSchema>;

/** What makes wells of one kit version and reaction buffer replicates. */
interface NamedWell {
  readonly name: string | null;
  readonly sampleType: SampleType;
  /** Name of the diagnostic that a standard must show. */
  readonly expectedDiagnostic: string | null;
}

/** The replicates that a well belongs to: of one name, sample type and expected result; null: it has no name. */
export const replicateGroup = ({ name, sampleType, expectedDiagnostic }: NamedWell): string | null =>
  name === null ? null : JSON.stringify([name, sampleType, expectedDiagnostic]);

/** “A3, B1, C4 and 32 others” */
export function replicatesText({ positions, count }: ReplicateWells): string {
  const others = count - positions.length;
  const words = others === 0 ? positions : [...positions, others === 1 ? '1 other' : `${others} others`];
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
