import type { ControlScope } from '@curvewell/contracts';
import { MAX_CONTROL_READINGS, type ControlTmShifts } from '@curvewell/domain';

import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { evaluateSeries } from '../rules/evaluate-series.ts';

type Point = ControlTmShifts['points'][number];
type PointRow = Omit<Point, 'readAt' | 'distance' | 'rules'> & { readonly readAt: Date };

/** The Tm shift of the controls in each run, in order of reading, evaluated. Excludes trial runs. */
export async function readTmShifts(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { kitId, reactionBufferId, channel, analyserId, from }: ControlScope,
): Promise<ControlTmShifts> {
  const rows = await readRows<PointRow>(
    db,
    Prisma.sql`
      SELECT run.id AS "runId", run.business_id AS "businessId", run.run_date AS "readAt",
        run.run_date_source NOT IN ('IMPORT', 'UNKNOWN') AS "isDateKnown", run.analyser_id AS "analyserId",
        v.version AS "kitVersion", t.decision, t.controls, t.median, t.error, t."limit", t.moved
      FROM tm_shift t
        JOIN kit_version v ON v.id = t.kit_version_id
        JOIN interpretation i ON i.id = t.interpretation_id
        JOIN run ON run.id = i.run_id
      WHERE t.laboratory_id = ${actor.laboratory.id}::uuid AND v.kit_id = ${kitId}::uuid
        AND t.reaction_buffer_id = ${reactionBufferId}::uuid AND t.channel = ${channel}::channel_name
        AND cardinality(run.trial_lot_ids) = 0
        ${analyserId === undefined ? Prisma.empty : Prisma.sql`AND run.analyser_id = ${analyserId}::uuid`}
        ${from === undefined ? Prisma.empty : Prisma.sql`AND run.run_date >= ${from}::timestamptz`}
      ORDER BY run.run_date DESC, run.business_id DESC LIMIT ${MAX_CONTROL_READINGS}`,
  );
  const inOrder = rows.toReversed();
  // A shift belongs to the plate, not to a lot, so all shifts form one series.
  const values = inOrder.map(({ median }) => ({ value: median, lotId: '', isExcluded: false }));
  const evaluated = evaluateSeries(values, { measure: 'tm', referenceLotId: null });
  return {
    points: inOrder.map((row, place) => ({
      ...row,
      readAt: new Date(row.readAt).toISOString(),
      distance: evaluated.distances[place] ?? null,
      rules: [...(evaluated.rules[place] ?? [])],
    })),
    isCut: rows.length >= MAX_CONTROL_READINGS,
    limits: evaluated.limits,
    referencePoints: evaluated.referencePoints,
    oneSided: [...evaluated.oneSided],
  };
}
