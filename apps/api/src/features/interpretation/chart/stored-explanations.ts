import { callExplanationSchema, type CallExplanation } from '@curvewell/domain';

import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { damaged } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** Loads the explanations of all or some results of an interpretation, by result id, from either stored form. */
export async function loadExplanations(
  db: Db | Tx,
  interpretationId: string,
  resultIds?: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await readRows<{ id: string; explanation: unknown }>(
    db,
    resultIds === undefined
      ? Prisma.sql`SELECT result_id AS id, explanation FROM explanations_of(${interpretationId}::uuid)`
      : Prisma.sql`
          SELECT w.id, coalesce(w.explanation, i.explanations -> w.id::text) AS explanation
          FROM interpreted_well w JOIN interpretation i ON i.id = w.interpretation_id
          WHERE i.id = ${interpretationId}::uuid AND w.id = ANY(${[...resultIds]}::uuid[])`,
  );
  return new Map(rows.map(({ id, explanation }) => [id, explanation]));
}

/** @throws AppError `unavailable` if the explanation is missing or invalid */
export function storedExplanation(
  explanations: ReadonlyMap<string, unknown>,
  { id, position }: { readonly id: string; readonly position: string },
): CallExplanation {
  const { data } = callExplanationSchema.safeParse(explanations.get(id));
  if (data !== undefined) return data;
  throw damaged(
    `The stored explanation of ${position} is missing or cannot be read: the database was changed or is damaged.`,
  );
}
