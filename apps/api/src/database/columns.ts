/** The column of a field of the client. */
export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnOf = (row: string, field: string): string => `${row}."${snake(field)}"`;

/**
 * The client reads a row and its children with a statement for each table. Paths that every request takes read them with one
 * statement instead: columns by `columnsOf`, children as JSON by `jsonOf` and `listOf`. Fields come from the client's own
 * enumerations, such as `Prisma.RunScalarFieldEnum`. JSON has no dates, so children that have them are not read this way.
 */
export const columnsOf = <Field extends string>(
  row: string,
  fields: Readonly<Record<Field, Field>>,
): string =>
  Object.values<Field>(fields)
    .map((field) => `${columnOf(row, field)} AS "${field}"`)
    .join(', ');

/** The columns of a row as JSON with the client's names; `more`: its children. */
export const jsonOf = <Field extends string>(
  row: string,
  fields: Readonly<Record<Field, Field>>,
  more: Readonly<Record<string, string>> = {},
): string => {
  const own = Object.values<Field>(fields).map((field) => [field, columnOf(row, field)]);
  const parts = [...own, ...Object.entries(more)].map(([field, value]) => `'${field}', ${value}`);
  return `json_build_object(${parts.join(', ')})`;
};

/** A list of JSON, empty rather than null. `rows`: what follows FROM. */
export const listOf = (item: string, order: string, rows: string): string =>
  `(SELECT coalesce(json_agg(${item} ORDER BY ${order}), '[]') FROM ${rows})`;

/** Fields of a model, as its enumeration has all of them. */
export const only = <Field extends string>(...fields: readonly Field[]): Record<Field, Field> =>
  Object.fromEntries(fields.map((field) => [field, field])) as Record<Field, Field>; // one for each
