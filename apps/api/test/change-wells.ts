import type { Db, Tx } from '../src/database/db.ts';
import { changeWells, type WellChange } from '../src/features/plate/index.ts';

/** SQL that changes wells `w` of a run; the values are columns, or SQL that gives an object of them. */
export const wellsSet = (where: string, values: object | string, run = ':run') =>
  `SELECT change_wells(${run}, (SELECT jsonb_object_agg(w.id, ${
    typeof values === 'string' ? values : `'${JSON.stringify(values)}'::jsonb`
  }) FROM well w WHERE w.run_id = ${run} AND ${where}))`;

/** SQL that omits, adds and keeps wells of a run's only channel, as SQL of each member `e`. */
export const wellsKept = (condition: string, added = "'[]'", run = ':run') =>
  `UPDATE channel_analysis SET wells = coalesce((SELECT jsonb_agg(e.value) FROM jsonb_array_elements(wells) AS e(value)
     WHERE ${condition}), '[]') || ${added} WHERE run_id = ${run}`;

interface Changed {
  readonly runId: string;
  readonly position: string;
}

/** Changes the wells at a position in every channel, as the owner of the database can. */
export async function changeWellsAt(
  db: Db | Tx,
  { runId, position }: Changed,
  change: WellChange & {
    readonly name?: string;
    readonly order_id?: string;
    readonly sample_type?: string;
    readonly lot_id?: string;
    readonly expected_diagnostic_id?: string;
  },
): Promise<void> {
  const wells = await db.well.findMany({ where: { runId, position }, select: { id: true } });
  await changeWells(db, runId, Object.fromEntries(wells.map(({ id }) => [id, change])));
}
