import pg from 'pg';

import { readShape, type Index, type Shape, type Table } from './read-shape.ts';

/** How many partitions each table gets. */
const PARTITIONS = 4;
/** Without rights for the role of the product, which reads and writes through the tables. */
const SCHEMA = 'run_part';
const FORMER = 'not_partitioned';
/** For processes of the release before: a partition is chosen before such a trigger. */
const OF_FORMER_RELEASE = /_of_former_release$/;

/**
 * Partitions the table of runs and all tables that depend on it by laboratory: the same tables, columns, triggers, views and
 * foreign keys, and unique keys that begin with `laboratory_id`. Rows are copied. No other session may use the database.
 *
 * @returns the statements
 */
export async function partitionRuns(client: pg.Client): Promise<string> {
  const sql = partitionedSchema(await readShape(client));
  await client.query(`BEGIN; ${sql}; COMMIT`);
  return sql;
}

/** The statements that partition the tables that depend on runs, in a database of this shape. */
export function partitionedSchema({ tables, views, functions }: Shape): string {
  const former = tables.map(({ name }) => `${FORMER}.${name}`).join(', ');
  return [
    `CREATE SCHEMA ${SCHEMA}; CREATE SCHEMA ${FORMER}`,
    ...functions.map(({ signature }) => `DROP FUNCTION ${signature}`),
    `DROP VIEW ${views.map(({ name }) => name).join(', ')}`,
    ...tables.flatMap(tableOf),
    ...tables.flatMap(keysOf),
    ...tables.flatMap(({ name, references }) =>
      references.map((one) => `ALTER TABLE ${name} ADD CONSTRAINT ${one.name} ${one.definition}`),
    ),
    ...tables.flatMap(triggersOf),
    ...views.flatMap(({ name, definition, triggers }) => [
      `CREATE VIEW ${name} AS ${definition}`,
      ...triggers.map((trigger) => trigger.definition),
    ]),
    ...functions.map(({ definition }) => definition),
    `DROP TABLE ${former}`,
    `DROP SCHEMA ${FORMER}`,
  ].join(';\n');
}

const partitionsOf = ({ name }: Table) =>
  Array.from({ length: PARTITIONS }, (_, remainder) => ({
    name: `${SCHEMA}.${name}_${remainder}`,
    remainder,
  }));

function tableOf(table: Table): string[] {
  const { name, sequences, columns } = table;
  const copied = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  return [
    ...sequences.map((sequence) => `ALTER SEQUENCE ${sequence.name} OWNED BY NONE`),
    `ALTER TABLE ${name} SET SCHEMA ${FORMER}`,
    `CREATE TABLE ${name} (LIKE ${FORMER}.${name} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (laboratory_id)`,
    ...partitionsOf(table).map(
      (partition) =>
        `CREATE TABLE ${partition.name} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${partition.remainder})`,
    ),
    ...sequences.map((sequence) => `ALTER SEQUENCE ${sequence.name} OWNED BY ${name}.${sequence.column}`),
    ...(table.options === null
      ? []
      : partitionsOf(table).map((partition) => `ALTER TABLE ${partition.name} SET (${table.options})`)),
    `INSERT INTO ${name} (${copied}) SELECT ${copied} FROM ${FORMER}.${name}`,
  ];
}

const LABORATORY = 'laboratory_id';
/** A unique key of a partitioned table has to contain what the table is partitioned by. */
const withLaboratory = (columns: readonly string[]) =>
  columns.includes(LABORATORY) ? columns : [LABORATORY, ...columns];

function keysOf({ name, indexes }: Table): string[] {
  const primary = indexes.find(({ isPrimary }) => isPrimary);
  const isKeyAnyway = (index: Index) =>
    index.isUnique &&
    !index.isPrimary &&
    withLaboratory(index.columns).join() === withLaboratory(primary?.columns ?? []).join();
  return indexes
    .filter((index) => !isKeyAnyway(index))
    .map((index) => {
      const columns = withLaboratory(index.columns);
      const quoted = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      if (index.isConstraint)
        return `ALTER TABLE ${name} ADD CONSTRAINT ${index.name} ${index.isPrimary ? 'PRIMARY KEY' : 'UNIQUE'} (${quoted})`;
      if (!index.isUnique || index.columns.includes(LABORATORY)) return index.definition;
      return index.definition.replace('USING btree (', `USING btree (${LABORATORY}, `);
    });
}

/** A trigger for each statement does not belong to the partitions. They get it too, since their owner could name one. */
const triggersOf = (table: Table): string[] =>
  table.triggers
    .filter(({ name }) => !OF_FORMER_RELEASE.test(name))
    .flatMap(({ definition, isForRows }) => [
      definition,
      ...(isForRows
        ? []
        : partitionsOf(table).map((partition) =>
            definition.replace(` ON public.${table.name} `, ` ON ${partition.name} `),
          )),
    ]);
