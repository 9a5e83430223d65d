import type { Tx } from '../../database/db.ts';

/** Columns of the view `well` that change; null: emptied. */
export interface WellChange {
  readonly result?: string | null;
  readonly score?: number | null;
  readonly diagnostic_comment?: string | null;
}

/** Changes wells of a locked run, by id, with one statement. Wells of an earlier run are packed by it. */
export async function changeWells(
  tx: Tx,
  runId: string,
  changes: Readonly<Record<string, WellChange>>,
): Promise<void> {
  await tx.$executeRaw`SELECT change_wells(${runId}::uuid, ${JSON.stringify(changes)}::jsonb)`;
}
