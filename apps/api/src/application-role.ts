import pg from 'pg';

/**
 * Gives a role what the product needs to work, and no more: it owns nothing, so that it can neither change tables nor
 * take triggers away, and the audit trail is only read and added to.
 *
 * @throws Error that says what to do, when there is no such role
 */
export async function grantToApplication(owner: pg.Client, role: string): Promise<void> {
  await refuseUnfitRole(owner, role);
  const name = pg.escapeIdentifier(role);
  const { rows } = await owner.query<{ schema: string }>(OWN_SCHEMAS);
  for (const { schema } of rows) {
    const within = pg.escapeIdentifier(schema);
    await owner.query(`
      GRANT USAGE ON SCHEMA ${within} TO ${name};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${within} TO ${name};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${within} TO ${name};`);
  }
  await owner.query(`
    REVOKE UPDATE, DELETE ON "audit_event" FROM ${name};
    REVOKE INSERT, UPDATE, DELETE ON "_prisma_migrations" FROM ${name};`);
}

/** Schemas with tables of whoever asks. */
const OWN_SCHEMAS = `
  SELECT DISTINCT schemaname AS "schema" FROM pg_tables WHERE tableowner = current_user ORDER BY 1`;

async function refuseUnfitRole(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ isOwner: boolean; mayAll: boolean }>(
    `SELECT rolname = current_user AS "isOwner", rolsuper OR rolbypassrls OR rolcreaterole AS "mayAll"
     FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (found === undefined)
    throw new Error(
      `The database has no role “${role}”: make it with CREATE ROLE … LOGIN, then start again.`,
    );
  if (found.isOwner)
    throw new Error(
      `“${role}” owns the tables: the product works as another role, which may not change them.`,
    );
  if (found.mayAll)
    throw new Error(`“${role}” is a superuser or makes roles: the product works as one that is neither.`);
}
