import pg from 'pg';

import type { Db } from './db.ts';

/**
 * Grants a role the least privileges that the product needs. The role owns nothing, so it can neither alter tables
 * nor drop triggers. It can only insert into append-only tables, and writes audit entries only through the
 * function that sets their number, time and hash. Blobs of decided runs leave the database only for an object store.
 * It creates no tables, also no temporary ones.
 *
 * @throws Error with instructions when the role does not exist
 */
export async function grantToApplication(
  owner: pg.Client,
  role: string,
  { usesObjectStore = false }: { readonly usesObjectStore?: boolean } = {},
): Promise<void> {
  await refuseUnfitRole(owner, role);
  const name = pg.escapeIdentifier(role);
  const keepsFormerPermissions = await formerReleaseServes(owner, role);
  await refuseTemporaryTables(owner);
  const { rows } = await owner.query<{ schema: string }>(OWN_SCHEMAS);
  for (const { schema } of rows) {
    const within = pg.escapeIdentifier(schema);
    await owner.query(`
      GRANT USAGE ON SCHEMA ${within} TO ${name};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${within} TO ${name};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${within} TO ${name};`);
  }
  for (const [table, kept] of Object.entries(KEPT)) {
    await owner.query(`REVOKE ${kept.refused} ON ${pg.escapeIdentifier(table)} FROM ${name}`);
    if (kept.columns === undefined) continue;
    const columns = kept.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    await owner.query(`GRANT UPDATE (${columns}) ON ${pg.escapeIdentifier(table)} TO ${name}`);
  }
  await owner.query(`
    GRANT EXECUTE ON FUNCTION audit_append(UUID, JSON), give_up_former_rights(), recount_runs(UUID), fold_run_counts(), repack_results(UUID), pack_wells(UUID), bring_blobs(UUID), drop_unnamed_blobs(UUID),
      note_control_points(UUID[]), recount_controls(UUID),
      bound_audit_partition(), prove_audit_partition(), exchange_audit_partition(), unbound_audit_partition() TO ${name};
    ${usesObjectStore ? `GRANT EXECUTE ON FUNCTION drop_stored_blobs(UUID, TEXT[]) TO ${name};` : `REVOKE EXECUTE ON FUNCTION drop_stored_blobs(UUID, TEXT[]) FROM ${name};`}
    ${keepsFormerPermissions ? `GRANT INSERT ON audit_event, audit_head TO ${name}; GRANT UPDATE ON audit_head TO ${name};` : ''}`);
}

/**
 * Whether processes of a release up to 0.2.0 may still run. They write the audit trail directly and keep that
 * privilege until this release has run for an hour: see `revokeFormerPrivileges`.
 */
async function formerReleaseServes(owner: pg.Client, role: string): Promise<boolean> {
  const { rows } = await owner.query<{ serves: boolean }>(
    `SELECT has_table_privilege($1, 'audit_event', 'INSERT') AND EXISTS (
       SELECT FROM pg_stat_activity WHERE usename = $1 AND datname = current_database()) AS serves`,
    [role],
  );
  return rows[0]?.serves ?? false;
}

/** PostgreSQL lets every role create temporary tables, with triggers and functions of their own, until that is revoked. */
async function refuseTemporaryTables(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
  for (const { name } of rows)
    await owner.query(`REVOKE TEMPORARY ON DATABASE ${pg.escapeIdentifier(name)} FROM PUBLIC`);
}

/** Revokes the privileges that only earlier releases need. */
export async function revokeFormerPrivileges(db: Db): Promise<void> {
  await db.$executeRaw`SELECT give_up_former_rights()`;
}

interface Kept {
  readonly refused: string;
  /** Columns that may be updated all the same. */
  readonly columns?: readonly string[];
}
const NEVER_CHANGED: Kept = { refused: 'UPDATE, DELETE' };
const NEVER_WRITTEN: Kept = { refused: 'INSERT, UPDATE, DELETE' };

/** Operations that the product never does on a table. Rows of a run are deleted with it, by the owner. */
const KEPT: Readonly<Record<string, Kept>> = {
  _prisma_migrations: NEVER_WRITTEN,
  // Written by the function `audit_append` only.
  audit_event: NEVER_WRITTEN,
  audit_head: NEVER_WRITTEN,
  app_user: { refused: 'DELETE' },
  // Unnamed ones are deleted by a function.
  blob: NEVER_CHANGED,
  chain_checkpoint: { refused: 'DELETE' },
  comment: { ...NEVER_CHANGED, columns: ['value', 'edited_at'] },
  control_note: NEVER_CHANGED,
  control_peak: { refused: 'UPDATE' },
  // By a trigger, and the functions that record and correct them.
  control_point: NEVER_WRITTEN,
  decision_record: NEVER_CHANGED,
  delivery_log: NEVER_CHANGED,
  installation: { refused: 'INSERT, DELETE' },
  interpretation: {
    ...NEVER_CHANGED,
    columns: [
      'run_id',
      'former_run_id',
      'replaced_by_id',
      'replaced_by_name',
      'replaced_at',
      'replaced_reason',
      'replaced_status',
    ],
  },
  interpreted_slopes: NEVER_CHANGED,
  interpreted_well: { ...NEVER_CHANGED, columns: ['well_id', 'former_well_id'] },
  interpreted_well_diagnostic: NEVER_CHANGED,
  kept_template: { refused: 'UPDATE' },
  // By triggers, and the functions that sum them up and correct them.
  run_count: NEVER_WRITTEN,
  run_counter: { refused: 'DELETE' },
  run_amplification: { refused: 'UPDATE' },
  run_curves: { refused: 'UPDATE' },
  run_decision: NEVER_CHANGED,
  run_file: { refused: 'UPDATE' },
  // By triggers of the wells.
  run_sample: NEVER_WRITTEN,
  run_use: NEVER_WRITTEN,
  run_well_use: NEVER_WRITTEN,
  signature: NEVER_CHANGED,
  signing_key: {
    ...NEVER_CHANGED,
    columns: ['endorsed_by', 'endorsement', 'revoked_at', 'revoked_by', 'revocation'],
  },
  time_stamp: { ...NEVER_CHANGED, columns: ['token', 'problem'] },
  tm_shift: NEVER_CHANGED,
};

/** Schemas in which the connected role owns tables; not those of partitions, which are read and written by their table only. */
const OWN_SCHEMAS = `
  SELECT DISTINCT relnamespace::regnamespace::text AS "schema" FROM pg_class
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND pg_get_userbyid(relowner) = current_user
    AND relpersistence <> 't' ORDER BY 1`;

async function refuseUnfitRole(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ isOwner: boolean; mayAll: boolean }>(
    `SELECT rolname = current_user AS "isOwner", rolsuper OR rolbypassrls OR rolcreaterole AS "mayAll"
     FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (found === undefined)
    throw new Error(
      `The database has no role “${role}”. Create it with CREATE ROLE … LOGIN, then start again.`,
    );
  if (found.isOwner) throw new Error(`“${role}” owns the tables. Use a role that may not change them.`);
  if (found.mayAll)
    throw new Error(`“${role}” is a superuser or may create roles. Use a role without these privileges.`);
}
