import { Readable } from 'node:stream';

import type { AuditFilter } from '@curvewell/contracts';
import type { AuditRow } from '@curvewell/domain';

import { actingIn, recordAudit } from '../../../audit/record-audit.ts';
import { csvText } from '../../../formats/csv.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';
import { notFound } from '../../../errors.ts';
import { FileDownload } from '../../../formats/response-bodies.ts';
import { readSigningKeys } from '../../../signing/signing-keys.ts';
import { auditRows, ROW_COLUMNS, type StoredRow } from './audit-rows.ts';
import { entryQuery, type EntryQuery } from './filter-entries.ts';
import { countEntries } from './list-entries.ts';
import { sliceTexts, type SliceDependencies } from './read-slice.ts';

/** Entries in memory at a time. */
const PAGE = 200;
/** The entry of an export counts no more. */
const MAX_NOTED = 100_000;

/**
 * Streams the entries of a filter as a file. The export is itself recorded in the trail, after the entries of the
 * file.
 *
 * @throws AppError `not-found` for a laboratory that is not open to the caller or never existed, `unavailable` while
 * no head can be signed
 */
export async function exportEntries(
  dependencies: SliceDependencies,
  caller: Caller,
  { format, ...filter }: AuditFilter & { readonly format: 'csv' | 'json' },
): Promise<FileDownload> {
  const { db, clock, signer } = dependencies;
  // The file ends with signed heads, so check that signing works before it starts.
  if (format === 'json') await signer.heads.look();
  const query = await entryQuery(db, caller, filter);
  if (query.laboratoryId !== null) await requireChain(db, query.laboratoryId);
  const until = await lastId(db);
  const fixed = { ...query, where: Prisma.sql`(${query.where}) AND e.id <= ${until}::bigint` };
  const entries = await countEntries(db, fixed.where, MAX_NOTED);
  await recordAudit(db, actingIn(caller, query.laboratoryId ?? caller.laboratory?.id ?? null), {
    action: 'audit.export',
    entity: 'audit',
    entityId: null,
    details: { format, entries, filter: { ...filter } },
  });
  const exported = { by: caller.name, at: clock.now().toISOString(), filter };
  const day = exported.at.slice(0, 10).replaceAll('-', '');
  return format === 'csv'
    ? new FileDownload({
        name: `audit_${day}.csv`,
        mediaType: 'text/csv; charset=utf-8',
        content: Readable.from(csvParts(db, fixed)),
      })
    : new FileDownload({
        name: `audit_${day}.json`,
        mediaType: 'application/json; charset=utf-8',
        content: Readable.from(jsonParts(dependencies, fixed, exported)),
      });
}

/** A deleted laboratory still has its chain, in which the export is recorded. */
async function requireChain(db: Db, laboratoryId: string): Promise<void> {
  const known = await readRows(
    db,
    Prisma.sql`SELECT FROM laboratory WHERE id = ${laboratoryId}::uuid
      UNION ALL (SELECT FROM audit_event WHERE laboratory_id = ${laboratoryId}::uuid LIMIT 1)`,
  );
  if (known.length === 0) throw notFound('laboratory');
}

async function lastId(db: Db): Promise<string> {
  const [last] = await readRows<{ id: string }>(
    db,
    Prisma.sql`SELECT coalesce(max(id), 0)::text AS id FROM audit_event`,
  );
  return last?.id ?? '0';
}

const HEADS = [
  'No.',
  'When (UTC)',
  'Laboratory',
  'Who',
  'Role',
  'What',
  'Object',
  'Old',
  'New',
  'Reason',
  'Details',
  'Address',
  'Request',
  'Added to the chain later',
  'Hash',
];

/** Newest first, as on the page. */
async function* csvParts(db: Db, { where }: EntryQuery): AsyncGenerator<string> {
  yield csvText([HEADS], ';');
  let before: { readonly at: string; readonly id: string } | null = null;
  for (;;) {
    const earlier: Prisma.Sql =
      before === null
        ? Prisma.sql`true`
        : Prisma.sql`(e.at, e.id) < (${before.at}::timestamptz, ${before.id}::bigint)`;
    const rows: StoredRow[] = await readRows(
      db,
      Prisma.sql`SELECT ${ROW_COLUMNS} FROM audit_event e WHERE ${where} AND ${earlier}
        ORDER BY e.at DESC, e.id DESC LIMIT ${PAGE}`,
    );
    if (rows.length > 0) {
      const lines = csvText((await auditRows(db, rows)).map(csvLine), ';');
      // Only the first part of a file has the byte order mark.
      yield lines.slice(1);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    before = last;
  }
}

function csvLine({ entry, laboratory, about, hash }: AuditRow) {
  const { number, at, actor, action, details, address, requestId, broughtIn } = entry;
  const { from, to, reason, ...rest } = details;
  return [
    number,
    at,
    laboratory ?? '',
    actor.name,
    actor.role ?? '',
    action,
    about ?? '',
    cell(from),
    cell(to),
    cell(reason),
    Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
    address ?? '',
    requestId ?? '',
    broughtIn ? 'yes' : '',
    hash,
  ];
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * A slice of each chain, from the first to the last requested entry and on to a signed head, with only the hashes
 * of the entries between. A reader can verify that nothing in it was changed, removed or added.
 */
async function* jsonParts(
  dependencies: SliceDependencies,
  { where }: EntryQuery,
  exported: object,
): AsyncGenerator<string> {
  const { db } = dependencies;
  const keys = await readSigningKeys(db);
  yield `{"format":"curvewell-audit-export/1","exported":${JSON.stringify(exported)},"keys":${JSON.stringify(keys)},"slices":[`;
  const slices = await readRows<{ chain: string | null; first: number; last: number }>(
    db,
    Prisma.sql`SELECT e.laboratory_id AS chain, min(e.number)::float8 AS first, max(e.number)::float8 AS last
      FROM audit_event e WHERE ${where} GROUP BY 1 ORDER BY 1`,
  );
  for (const [index, { chain, ...numbers }] of slices.entries()) {
    if (index > 0) yield ',';
    yield* sliceTexts(dependencies, { chain, where, numbers });
  }
  yield ']}\n';
}
