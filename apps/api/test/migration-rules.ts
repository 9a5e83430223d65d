/** The last migration of release 0.1.0; the rules apply to later ones. */
export const BASELINE = '20261123034100_decision_lots';

/** Tables of configuration, with some thousand rows at most. */
const SMALL_TABLES = new Set([
  'analyser',
  'app_user',
  'diagnostic_color',
  'file_transfer_connection',
  'installation',
  'kit',
  'kit_version',
  'laboratory',
  'lot',
  'reaction_buffer',
  'signing_key',
  'template',
  'transfer_trouble',
  'work_list_columns',
]);

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The faults of migrations that follow others: “NAME: statement: what to do”. */
export function migrationFaults(earlier: readonly Migration[], migrations: readonly Migration[]): string[] {
  return migrations.flatMap((migration, index) => {
    const before = [...earlier, ...migrations.slice(0, index)].flatMap(({ sql }) => statementsOf(sql));
    return faultsOf(migration, before).map((fault) => `${migration.name}: ${fault}`);
  });
}

function faultsOf({ sql }: Migration, before: readonly string[]): string[] {
  const statements = statementsOf(sql);
  const created = new Set(
    statements.flatMap((statement) => table(/^CREATE TABLE (?:IF NOT EXISTS )?/i, statement)),
  );
  const isFree = (name: string) => SMALL_TABLES.has(name) || created.has(name);
  const isContract = /^-- Contract: nothing since \d+\.\d+\.\d+ uses it\.$/m.test(sql);
  const faults = statements.flatMap((statement) => {
    const tables = [...table(ALTER, statement), ...table(INDEX, statement), ...written(statement)];
    if (tables.length > 0 && tables.every(isFree)) return [];
    return RULES.filter(([pattern]) => pattern.test(statement))
      .filter(([, , rule]) => !(rule === 'contract' && (isContract || leavesView(statement, sql))))
      .filter(([, , rule]) => !(rule === 'not null' && isProved(statement, before)))
      .map(([, what]) => `${statement.slice(0, 80)}: ${what}`);
  });
  const together = statements.filter((statement) => / CONCURRENTLY /i.test(statement));
  if (together.length > 0 && statements.length > 1)
    faults.push('CONCURRENTLY: it needs a migration of its own, which is no transaction');
  for (const [, name = ''] of sql.matchAll(/VALIDATE CONSTRAINT "(\w+)"/gi))
    if (new RegExp(`ADD CONSTRAINT "${name}"`, 'i').test(sql))
      faults.push(`VALIDATE CONSTRAINT "${name}": in a migration after the one that adds it`);
  return faults;
}

/** A view keeps the former name of a table: the former release reads it, and a trigger says what its changes do. */
function leavesView(statement: string, sql: string): boolean {
  const name = /^ALTER TABLE "(\w+)" RENAME TO "\w+"$/.exec(statement)?.[1];
  return (
    name !== undefined &&
    new RegExp(`^CREATE VIEW "?${name}"? AS`, 'm').test(sql) &&
    new RegExp(`INSTEAD OF INSERT OR UPDATE OR DELETE ON "?${name}"?\\s`).test(sql)
  );
}

const ALTER = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?/i;
const INDEX = /^CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?"?\w+"? ON (?:ONLY )?/i;

type Rule = 'contract' | 'not null';
const RULES: readonly (readonly [pattern: RegExp, what: string, rule?: Rule])[] = [
  [/^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/i, 'make the index CONCURRENTLY, in a migration of its own'],
  // PostgreSQL drops no index of a partitioned table concurrently. Migrations wait for a lock only briefly.
  [
    /^(DROP INDEX (?!"?audit_event_)|REINDEX )(?!CONCURRENTLY)/i,
    'do it CONCURRENTLY, in a migration of its own',
  ],
  [
    /ADD CONSTRAINT .* (FOREIGN KEY|CHECK)\b(?!.* NOT VALID)/is,
    'add it NOT VALID, and validate it in a later migration',
  ],
  [
    /ADD (CONSTRAINT "?\w+"? )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b(?! USING INDEX)/i,
    'make its index CONCURRENTLY first, and add it USING INDEX',
  ],
  [
    /ADD COLUMN [^,]*\b(REFERENCES|CHECK|UNIQUE|PRIMARY KEY)\b/i,
    'add the column alone, and the constraint NOT VALID by itself',
  ],
  [
    /ALTER COLUMN "?\w+"? (SET DATA )?TYPE\b/i,
    'it writes the table again: add another column, and fill it in batches',
  ],
  [
    /ADD COLUMN [^,]*\b(DEFAULT (?!ARRAY|CURRENT_TIMESTAMP|now\()\w+\(|(BIG|SMALL)?SERIAL\b|GENERATED\b)/i,
    'it writes the table again: add the column without it, and fill it in batches',
  ],
  [
    /ALTER COLUMN "?\w+"? SET NOT NULL/i,
    'first prove it: CHECK ("column" IS NOT NULL) NOT VALID, then VALIDATE CONSTRAINT in a later migration',
    'not null',
  ],
  [
    /SET NOT NULL\b.*\bDROP CONSTRAINT|DROP CONSTRAINT\b.*\bSET NOT NULL/is,
    'drop the constraint in a later statement: in this one it is dropped first, and no longer proves the column',
  ],
  [/^(UPDATE|DELETE|INSERT|MERGE|WITH|DO|TRUNCATE)\b/i, 'fill it in batches: upgrade/backfills.ts'],
  [/^(LOCK|CLUSTER|VACUUM FULL|REFRESH)\b/i, 'it holds up others'],
  [
    /^DROP TABLE|^ALTER TABLE .*\b(DROP COLUMN|RENAME (?!CONSTRAINT))/is,
    'the former release still uses it: leave a view of its name, or when it does not: “-- Contract: nothing since 0.0.0 uses it.”',
    'contract',
  ],
];

/** Whether a validated constraint of an earlier migration proves that the columns are not null. */
function isProved(statement: string, before: readonly string[]): boolean {
  const [name] = table(ALTER, statement);
  return [...statement.matchAll(/ALTER COLUMN "(\w+)" SET NOT NULL/gi)].every(([, column = '']) =>
    before.some((one) => {
      const [, constraint] =
        new RegExp(`ADD CONSTRAINT "(\\w+)" CHECK \\(.*"${column}" IS NOT NULL`, 'i').exec(one) ?? [];
      const validated = new RegExp(`VALIDATE CONSTRAINT "${constraint ?? ''}"`, 'i');
      return (
        constraint !== undefined &&
        table(ALTER, one)[0] === name &&
        before.some((other) => table(ALTER, other)[0] === name && validated.test(other))
      );
    }),
  );
}

/** The table after a prefix. */
function table(beginning: RegExp, statement: string): string[] {
  const [start] = beginning.exec(statement) ?? [];
  const [, name] = /^"?(\w+)"?/.exec(statement.slice(start?.length ?? Infinity)) ?? [];
  return name === undefined ? [] : [name];
}

/** The table that a statement writes to. */
const written = (statement: string): string[] =>
  table(
    /^(?:UPDATE|DELETE FROM|INSERT INTO|TRUNCATE(?: TABLE)?|DROP TABLE(?: IF EXISTS)?) (?:ONLY )?/i,
    statement,
  );

const TOKEN = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[^]*?\1|;|[^]/g;

/** Statements without comments, with emptied texts and collapsed whitespace. */
export function statementsOf(sql: string): string[] {
  const statements = [''];
  for (const [token, dollar] of sql.matchAll(TOKEN)) {
    if (token === ';') statements.push('');
    else statements.push((statements.pop() ?? '') + shortened(token, dollar !== undefined));
  }
  return statements.map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter((one) => one !== '');
}

function shortened(token: string, isDollar: boolean): string {
  if (token.startsWith('--') || token.startsWith('/*')) return ' ';
  return isDollar || token.startsWith("'") ? "''" : token;
}
