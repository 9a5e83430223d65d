import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { getDMMF } from '@prisma/get-dmmf';

import { PRISMA_FOLDER } from '../src/upgrade/migrations.ts';

type Document = Extract<ReturnType<typeof getDMMF>, { readonly datamodel: unknown }>;
type Datamodel = Document['datamodel'];
type Model = Datamodel['models'][number];
type Field = Model['fields'][number];
type Index = Datamodel['indexes'][number];

/** What a database must have, a line each, as `models.test.ts` reads it from one. */
export interface Shape {
  readonly columns: string[];
  readonly enums: string[];
  readonly indexes: string[];
  readonly keys: string[];
}

/** What the Prisma models declare of tables; they do not declare checks, triggers, functions, partial and computed indexes. */
export async function shapeOfModels(): Promise<Shape> {
  const document = getDMMF({ datamodel: await schemaFiles() });
  if (!('datamodel' in document)) throw new Error('The Prisma models cannot be read.', { cause: document });
  const { models, enums, indexes } = document.datamodel;
  const byName = new Map(models.map((model) => [model.name, model]));
  const modelOf = (name: string) => {
    const model = byName.get(name);
    if (model === undefined) throw new Error(`There is no model ${name}.`);
    return model;
  };
  const enumNames = new Map(enums.map(({ name, dbName }) => [name, dbName ?? name]));
  const columns = models.flatMap((model) =>
    model.fields.filter(({ kind }) => kind !== 'object').map((field) => columnOf(model, field, enumNames)),
  );
  return {
    columns: columns.sort(),
    enums: enums
      .map(({ name, dbName, values }) => `${dbName ?? name}: ${values.map((value) => value.name).join(', ')}`)
      .sort(),
    indexes: indexes.map((index) => indexOf(modelOf(index.model), index)).sort(),
    keys: models.flatMap((model) => model.fields.flatMap((field) => keyOf(model, field, modelOf))).sort(),
  };
}

async function schemaFiles(): Promise<[file: string, text: string][]> {
  const names = (await readdir(PRISMA_FOLDER, { recursive: true })).filter((name) =>
    name.endsWith('.prisma'),
  );
  return Promise.all(
    names.map(async (name) => [name, await readFile(path.join(PRISMA_FOLDER, name), 'utf8')]),
  );
}

const tableOf = ({ dbName, name }: Model) => dbName ?? name;
const columnName = ({ dbName, name }: Field) => dbName ?? name;

function columnNamed(model: Model, name: string): string {
  const field = model.fields.find((one) => one.name === name);
  if (field === undefined) throw new Error(`${model.name} has no field ${name}.`);
  return columnName(field);
}

/** PostgreSQL's types of Prisma's, without and with `@db`. */
const TYPES: Readonly<Record<string, string>> = {
  BigInt: 'bigint',
  Boolean: 'boolean',
  Bytes: 'bytea',
  Float: 'double precision',
  Int: 'integer',
  Json: 'jsonb',
  String: 'text',
  '@Char': 'character(N)',
  '@Date': 'date',
  '@Timestamptz': 'timestamp(N) with time zone',
  '@Uuid': 'uuid',
};

function columnOf(model: Model, field: Field, enums: ReadonlyMap<string, string>): string {
  const [native, sizes = []] = field.nativeType ?? [];
  const known = field.kind === 'enum' ? enums.get(field.type) : TYPES[native ? `@${native}` : field.type];
  if (known === undefined) throw new Error(`Name the type of ${model.name}.${field.name} in TYPES.`);
  const type = known.replace('N', sizes.join());
  // A list is never required of the database: Prisma reads null as an empty one.
  const isRequired = field.isRequired && !field.isList;
  const value = field.default === undefined ? '' : defaultOf(field.default, type, field.isList);
  return `${tableOf(model)}.${columnName(field)} ${type}${field.isList ? '[]' : ''}${isRequired ? ' not null' : ''}${value && ` = ${value}`}`;
}

/** As PostgreSQL prints it; empty: made by the program. */
function defaultOf(value: NonNullable<Field['default']>, type: string, isList: boolean): string {
  if (isList) return `{${(value as string[]).join(', ')}}`;
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value}'::${type}`;
  const { name, args } = value as { readonly name: string; readonly args: readonly unknown[] };
  switch (name) {
    case 'now':
      return 'CURRENT_TIMESTAMP';
    case 'autoincrement':
      return 'nextval';
    case 'dbgenerated':
      return String(args[0]);
    default:
      return '';
  }
}

const LONGEST_NAME = 63;

function indexOf(model: Model, { type, dbName, fields }: Index): string {
  const columns = fields.map(({ name }) => columnNamed(model, name));
  const ending = type === 'id' ? '_pkey' : type === 'unique' ? '_key' : '_idx';
  const place = type === 'id' ? '' : `_${columns.join('_')}`;
  const name = dbName ?? `${`${tableOf(model)}${place}`.slice(0, LONGEST_NAME - ending.length)}${ending}`;
  const sorted = columns.map((column, at) => `${column}${fields[at]?.sortOrder === 'desc' ? ' DESC' : ''}`);
  return `${name}${type === 'normal' ? '' : ' unique'} on ${tableOf(model)} (${sorted.join(', ')})`;
}

const ACTIONS: Readonly<Record<string, string>> = {
  Cascade: 'CASCADE',
  NoAction: 'NO ACTION',
  Restrict: 'RESTRICT',
  SetNull: 'SET NULL',
};

function keyOf(model: Model, field: Field, modelOf: (name: string) => Model): string[] {
  const { relationFromFields: from = [], relationToFields: to = [], type } = field;
  if (from.length === 0) return [];
  const other = modelOf(type);
  const onDelete = ACTIONS[field.relationOnDelete ?? (field.isRequired ? 'Restrict' : 'SetNull')];
  const onUpdate = ACTIONS[field.relationOnUpdate ?? 'Cascade'];
  const columns = (one: Model, names: readonly string[]) =>
    names.map((name) => columnNamed(one, name)).join();
  return [
    `${tableOf(model)} (${columns(model, from)}) to ${tableOf(other)} (${columns(other, to)}) on delete ${onDelete} on update ${onUpdate}`,
  ];
}
