import type pg from 'pg';

import { NO_LABORATORY } from '../audit/audit-chain.ts';
import { verifyLinks, storedLinks } from '../audit/audit-links.ts';
import type { Prisma } from '../generated/prisma/client.ts';

/** @returns what was checked @throws Error that names the laboratory and the first broken entry */
export async function intactChains(client: pg.Client): Promise<string> {
  const { rows: heads } = await client.query<{ chain: string; number: string; hash: string }>(
    'SELECT chain::text, number::text, hash FROM audit_head ORDER BY chain',
  );
  let entries = 0;
  for (const head of heads) {
    const chain = head.chain === NO_LABORATORY ? null : head.chain;
    const whose = `The audit trail of ${chain ?? 'the installation'}`;
    const read = async <Row extends object>(sql: Prisma.Sql) =>
      (await client.query<Row>(sql.text, sql.values)).rows;
    const links = storedLinks(read, { chain });
    const { place, fault } = await verifyLinks(links);
    if (fault !== null) throw new Error(`${whose}: ${fault.text}`);
    if (place.number !== Number(head.number) || place.hash !== head.hash)
      throw new Error(`${whose} does not end with the same entry as before.`);
    entries += place.number;
  }
  return `${heads.length} audit trails with ${entries} entries, intact`;
}
