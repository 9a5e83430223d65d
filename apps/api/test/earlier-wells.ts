import type { Db } from '../src/database/db.ts';
import { withoutRules } from './without-rules.ts';

/** Stores the wells of a run as before they were one value: in rows. */
export const storeWellsAsBefore = (db: Db, runId: string) =>
  withoutRules(db, async (tx) => {
    await tx.$executeRaw`INSERT INTO earlier_well (id, analysis_id, run_id, laboratory_id, position, name, sample_type, kit_version_id,
        lot_id, reaction_buffer_id, expected_diagnostic_id, result, score, diagnostic_comment, order_id)
      SELECT * FROM well WHERE run_id = ${runId}::uuid`;
    await tx.$executeRaw`UPDATE channel_analysis SET wells = NULL WHERE run_id = ${runId}::uuid`;
    await tx.$executeRaw`DELETE FROM run_sample WHERE run_id = ${runId}::uuid`;
    await tx.$executeRaw`DELETE FROM run_well_use WHERE run_id = ${runId}::uuid`;
  });
