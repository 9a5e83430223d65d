import type { FoundSample } from '@curvewell/contracts';
import { combinedResultSchema, resultLine, sampleResultSchema } from '@curvewell/domain';
import { z } from 'zod';

import type { LaboratoryCaller } from '../../actor.ts';
import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';

type Unsigned = Omit<FoundSample, 'runs'> & {
  readonly runs: {
    readonly found: readonly Omit<FoundSample['runs']['found'][number], 'result'>[];
    readonly more: boolean;
  };
};

const rowSchema = z.object({
  runId: z.string(),
  name: z.string(),
  combined: z.array(combinedResultSchema),
  samples: z.array(sampleResultSchema),
  kits: z.record(z.string(), z.string()),
});

/**
 * Adds the result of each sample in its approved runs, as their check was signed. One query for the runs that a search
 * shows; a run that differs from its record has none. Names that differ only in case are one line of the search.
 */
export async function withSignedResults(
  db: Db,
  actor: LaboratoryCaller,
  found: readonly Unsigned[],
): Promise<FoundSample[]> {
  const wanted = found.flatMap(({ name, runs }) => runs.found.map(({ id }) => ({ runId: id, name })));
  const lines = wanted.length === 0 ? new Map<string, string | null>() : await signedLines(db, actor, wanted);
  return found.map(({ name, runs }) => ({
    name,
    runs: {
      ...runs,
      found: runs.found.map((run) => ({ ...run, result: lines.get(keyOf({ runId: run.id, name })) ?? null })),
    },
  }));
}

interface Wanted {
  readonly runId: string;
  readonly name: string;
}
const keyOf = ({ runId, name }: Wanted): string => JSON.stringify([runId, name]);

async function signedLines(db: Db, actor: LaboratoryCaller, wanted: readonly Wanted[]) {
  // A decision from before checks were stored has none.
  const named = (list: string) =>
    Prisma.raw(
      `ARRAY(SELECT one FROM jsonb_array_elements(decided.check->'doubts'->'${list}') one WHERE lower(one->>'name') = lower(w.name))`,
    );
  const rows = await readRows<object>(
    db,
    Prisma.sql`
    SELECT w."runId", w.name, ${named('combined')} AS combined, ${named('samples')} AS samples,
      (SELECT coalesce(jsonb_object_agg(v.id, k.name || ' ' || v.version), '{}') FROM run_kit rk
        JOIN kit_version v ON v.id = rk.kit_version_id JOIN kit k ON k.id = v.kit_id
        WHERE rk.run_id = r.id AND rk.laboratory_id = r.laboratory_id) AS kits
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w("runId" uuid, name text)
      JOIN run r ON r.id = w."runId" AND r.laboratory_id = ${actor.laboratory.id}::uuid AND r.status = 'APPROVED'
      CROSS JOIN LATERAL (SELECT d.check FROM run_decision d WHERE d.run_id = r.id AND d.decision = 'approve'
        ORDER BY d.at DESC LIMIT 1) decided
    -- A subquery of one value, because EXISTS becomes a join, for which the planner reads the table whole.
    WHERE (SELECT k.is_unchanged FROM record_check k WHERE k.run_id = r.id AND k.laboratory_id = r.laboratory_id)`,
  );
  return new Map(
    z
      .array(rowSchema)
      .parse(rows)
      .map((row) => [keyOf(row), resultLine({ ...row, kitOf: (id) => row.kits[id] ?? '' })] as const),
  );
}
