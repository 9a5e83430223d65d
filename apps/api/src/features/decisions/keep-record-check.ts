import type { Tx } from '../../database/db.ts';

interface RecordCheck {
  readonly runId: string;
  readonly laboratoryId: string;
  readonly isUnchanged: boolean;
  readonly checkedAt: Date;
}

/** Stores the result of a check in place of the last one. */
export async function keepRecordCheck(
  tx: Tx,
  { runId, laboratoryId, isUnchanged, checkedAt }: RecordCheck,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO record_check (run_id, laboratory_id, is_unchanged, checked_at)
    VALUES (${runId}::uuid, ${laboratoryId}::uuid, ${isUnchanged}, ${checkedAt})
    ON CONFLICT ON CONSTRAINT record_check_pkey
    DO UPDATE SET is_unchanged = excluded.is_unchanged, checked_at = excluded.checked_at`;
}
