import type { Db, Tx } from '../src/database/db.ts';
import { withoutRules } from './without-rules.ts';

/**
 * Stores the results of a run as before they were one value: in rows, with their explanations there or in `explanations`.
 * The first results have the ids of their wells, later ones their own.
 */
export const storeAsBefore = (db: Db, runId: string, form: 'rows' | 'explanations' = 'rows') =>
  withoutRules(db, async (tx) => {
    const ids = await tx.interpretation.findMany({
      where: { OR: [{ runId }, { formerRunId: runId }] },
      select: { id: true },
    });
    for (const { id } of ids) await unpacked(tx, id, form);
  });

async function unpacked(tx: Tx, id: string, form: 'rows' | 'explanations'): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO interpreted_well (id, interpretation_id, laboratory_id, well_id, former_well_id, explanation)
    SELECT CASE WHEN f.id IS NULL THEN r.well_id ELSE gen_random_uuid() END, i.id, i.laboratory_id, CASE WHEN i.run_id IS NOT NULL THEN r.well_id END,
      CASE WHEN i.run_id IS NULL THEN r.well_id END, r.explanation
    FROM interpretation i CROSS JOIN LATERAL results_of(i.id) r
      LEFT JOIN LATERAL (SELECT p.id FROM interpretation p
        WHERE p.former_run_id = coalesce(i.run_id, i.former_run_id) AND p.interpreted_at < i.interpreted_at LIMIT 1) f ON true
    WHERE i.id = ${id}::uuid`;
  await tx.$executeRaw`
    INSERT INTO interpreted_well_diagnostic (id, interpreted_well_id, laboratory_id, state, diagnostic_color, by_id, by_name, at)
    SELECT w.id, w.id, d.laboratory_id, d.state, d.diagnostic_color, d.by_id, d.by_name, d.at
    FROM interpreted_well w JOIN diagnostics_of(${id}::uuid) d ON d.well_id = coalesce(w.well_id, w.former_well_id)
    WHERE w.interpretation_id = ${id}::uuid AND d.state = 'INITIAL'`;
  await tx.$executeRaw`
    UPDATE interpreted_well_diagnostic d SET interpreted_well_id = w.id, interpretation_id = NULL, well_id = NULL
    FROM interpreted_well w
    WHERE d.interpretation_id = ${id}::uuid AND w.interpretation_id = ${id}::uuid AND d.well_id = coalesce(w.well_id, w.former_well_id)`;
  await tx.$executeRaw`
    UPDATE seen_well s SET diagnostic_id = d.id
    FROM interpreted_well w JOIN interpreted_well_diagnostic d ON d.interpreted_well_id = w.id AND d.state = 'INITIAL'
    WHERE w.interpretation_id = ${id}::uuid AND s.well_id = w.well_id AND s.diagnostic_id = s.well_id`;
  if (form === 'explanations') {
    await tx.$executeRaw`
      UPDATE interpretation SET explanations = (SELECT jsonb_object_agg(w.id, w.explanation)
        FROM interpreted_well w WHERE w.interpretation_id = ${id}::uuid) WHERE id = ${id}::uuid`;
    await tx.$executeRaw`UPDATE interpreted_well SET explanation = NULL WHERE interpretation_id = ${id}::uuid`;
  }
  await tx.$executeRaw`UPDATE interpretation SET results = NULL, explanation_text = NULL, explanation_figures = NULL WHERE id = ${id}::uuid`;
}
