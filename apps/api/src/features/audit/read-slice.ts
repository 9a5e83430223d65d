import type { AuditSlice, ChainHead, ChainLink } from '@curvewell/contracts';
import { hashOf } from '@curvewell/contracts/record';

import { ENTRY_COLUMNS, entryOf, type EntryRow } from '../../audit-chain.ts';
import type { Clock } from '../../clock.ts';
import { readRows, type Db } from '../../db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Signer } from '../../signing.ts';

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly signer: Signer;
}

/**
 * What the trail of a laboratory says of one run, with the hashes of what lies between, so that it can be checked
 * without telling what that is.
 */
export async function readRunSlice(
  { db, clock, signer }: Needs,
  { runId, laboratoryId }: { readonly runId: string; readonly laboratoryId: string },
): Promise<AuditSlice> {
  const rows = await readRows<EntryRow>(
    db,
    Prisma.sql`
      WITH own AS (SELECT min(number) AS first, max(number) AS last FROM audit_event
        WHERE laboratory_id = ${laboratoryId}::uuid AND entity = 'run' AND entity_id = ${runId})
      SELECT ${Prisma.raw(ENTRY_COLUMNS)} FROM audit_event, own
      WHERE laboratory_id = ${laboratoryId}::uuid AND number BETWEEN own.first AND own.last ORDER BY number`,
  );
  const links = rows.map((row): ChainLink => {
    const entry = entryOf(row, laboratoryId);
    const isOfRun = row.entity === 'run' && row.entity_id === runId;
    return {
      ...{ number: entry.number, content: hashOf(entry), previousHash: row.previous_hash, hash: row.hash },
      entry: isOfRun ? entry : null,
    };
  });
  const last = links.at(-1);
  if (last === undefined) throw new Error('the trail says nothing of this run');
  const head: ChainHead = {
    ...{ format: 'curvewell-audit-head/1', chain: laboratoryId, number: last.number, hash: last.hash },
    ...{ at: clock.now().toISOString(), keyId: signer.keyId },
  };
  return {
    ...{ format: 'curvewell-audit-slice/1', chain: laboratoryId, links },
    head: { head, signature: signer.sign(head) },
  };
}
