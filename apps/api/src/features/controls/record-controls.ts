import type { Tx } from '../../db.ts';

/** Keeps how the controls of a run were read, in the transaction of its interpretation. */
export async function recordControls(tx: Tx, runId: string): Promise<void> {
  await tx.$queryRaw`SELECT record_controls(${runId}::uuid)::text`;
}
