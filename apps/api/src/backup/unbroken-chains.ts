import { CHAIN_START, hashOf, linkFault, type ChainPlace } from '@curvewell/contracts/record';
import type pg from 'pg';

import { ENTRY_COLUMNS, entryOf, NO_LABORATORY, type Chain, type EntryRow } from '../audit-chain.ts';

/** Entries that are in memory at a time. */
const PAGE = 500;

/** @returns what was looked at @throws Error that says at which entry of whose trail it is broken */
export async function unbrokenChains(client: pg.Client): Promise<string> {
  const { rows: heads } = await client.query<{ chain: string; number: string; hash: string }>(
    'SELECT chain::text, number::text, hash FROM audit_head ORDER BY chain',
  );
  let entries = 0;
  for (const head of heads) {
    const chain = head.chain === NO_LABORATORY ? null : head.chain;
    const last = await lastPlace(client, chain);
    if (last.number !== Number(head.number) || last.hash !== head.hash)
      throw new Error(`The audit trail of ${chain ?? 'the installation'} does not end where it ended.`);
    entries += last.number;
  }
  return `${heads.length} audit trails with ${entries} entries, unbroken`;
}

async function lastPlace(client: pg.Client, chain: Chain): Promise<ChainPlace> {
  let place: ChainPlace = CHAIN_START;
  for (;;) {
    const { rows } = await client.query<EntryRow>(
      `SELECT ${ENTRY_COLUMNS} FROM audit_event
       WHERE laboratory_id IS NOT DISTINCT FROM $1::uuid AND number > $2 ORDER BY number, id LIMIT ${PAGE}`,
      [chain, place.number],
    );
    for (const row of rows) {
      const entry = entryOf(row, chain);
      const { previous_hash: previousHash, hash } = row;
      const link = { number: entry.number, content: hashOf(entry), previousHash, hash, entry };
      const fault = linkFault(link, place);
      if (fault !== null) throw new Error(`The audit trail of ${chain ?? 'the installation'}: ${fault.text}`);
      place = link;
    }
    if (rows.length < PAGE) return place;
  }
}
