import * as contracts from '@curvewell/contracts';
import * as domain from '@curvewell/domain';
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;
type Io = 'input' | 'output';

const COMPONENTS = '#/components/schemas/';
/** Kinds of schemas that are published by name; texts and numbers are inlined. */
const NAMED_KINDS: readonly string[] = ['object', 'union', 'enum', 'lazy'];

const EXPORTED = [domain, contracts].flatMap((exported) => Object.entries<unknown>(exported));
// A schema exported as `runPageSchema` is published as `RunPage`.
for (const [exported, schema] of EXPORTED) {
  if (!exported.endsWith('Schema') || !(schema instanceof z.ZodType)) continue;
  if (!NAMED_KINDS.includes(schema.def.type)) continue;
  const id = exported.charAt(0).toUpperCase() + exported.slice(1, -'Schema'.length);
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}

const FORMATS: readonly unknown[] = ['uuid', 'date', 'date-time'];

const OPTIONS = {
  // Transforms have no JSON schema; bodies and responses contain none.
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod;
    // Later releases may add fields to responses, so only strict schemas forbid additional fields.
    if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
    // Any JSON value; generators rarely support the recursive schema.
    if (zodSchema === domain.jsonValueSchema) delete jsonSchema.anyOf;
    if (def.type === 'tuple') countItems(jsonSchema, def.items.length);
    if (def.type === 'record') listKeys(jsonSchema, keysOf(def.keyType));
    // Redundant with the format or the type.
    if (FORMATS.includes(jsonSchema.format)) delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
} satisfies z.core.ToJSONSchemaParams;

/** Replaces zod's `items: false`, which generators do not support, by item counts. */
function countItems(schema: z.core.JSONSchema.BaseSchema, count: number): void {
  delete schema.items;
  Object.assign(schema, { minItems: count, maxItems: count });
}

/** The keys of a record, if they are finite. */
function keysOf(keyType: z.core.$ZodType): readonly string[] {
  if (keyType instanceof z.ZodEnum) return keyType.options.map(String);
  return [...(keyType._zod.values ?? [])].map(String);
}

/** Lists each key of a record as a property, so that generators create fields. */
function listKeys(schema: z.core.JSONSchema.BaseSchema, keys: readonly string[]): void {
  const { additionalProperties } = schema;
  if (additionalProperties === undefined || keys.length === 0) return;
  schema.properties = Object.fromEntries(
    keys.map((key) => [key, additionalProperties as z.core.JSONSchema.BaseSchema]),
  );
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

/** All named schemas in the form of responses (`output`) or requests (`input`). */
function namedSchemas(io: Io): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...OPTIONS, io, uri: (id) => `${COMPONENTS}${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}

const NAMES_SENT: ReadonlySet<string> = new Set(
  contracts.ALL_CALLS.flatMap(({ call }) => Object.keys(converted(call.answer, 'output').$defs ?? {})),
);
const SENT = namedSchemas('output');
const TAKEN = namedSchemas('input');
const DIFFERENT = differentNames();
const PUBLISHED: ReadonlyMap<string, JsonSchema> = new Map([
  ...Object.entries(SENT).map(([name, schema]) => [name, withReferences(schema, 'output')] as const),
  ...[...DIFFERENT].map((name) => [takenName(name), withReferences(TAKEN[name] ?? {}, 'input')] as const),
]);

/** Names of schemas whose request form differs, for example because of defaults. */
function differentNames(): ReadonlySet<string> {
  const different = new Set<string>();
  const isDifferent = (name: string) =>
    JSON.stringify(SENT[name]) !== JSON.stringify(TAKEN[name]) ||
    referencesIn(TAKEN[name]).some((other) => different.has(other));
  for (let before = -1; before < different.size;) {
    before = different.size;
    for (const name of Object.keys(SENT)) if (isDifferent(name)) different.add(name);
  }
  return different;
}

/** `LaboratoryRulesInput` besides `LaboratoryRules`; schemas used only in requests keep their name. */
function takenName(name: string): string {
  return NAMES_SENT.has(name) ? `${name}Input` : name;
}

/** The JSON schema of a part of a request or response; named schemas are referenced. */
export function jsonSchema(schema: z.ZodType, io: Io): JsonSchema {
  const { $schema: _, $defs: __, ...rest } = converted(schema, io);
  return withReferences(rest, io);
}

function converted(schema: z.ZodType, io: Io) {
  return z.toJSONSchema(schema, { ...OPTIONS, io });
}

export function componentsFor(document: unknown): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (part: unknown) => {
    for (const name of referencesIn(part)) {
      if (found.has(name)) continue;
      const schema = PUBLISHED.get(name);
      if (schema === undefined) throw new Error(`no schema is called ${name}`);
      found.set(name, schema);
      visit(schema);
    }
  };
  visit(document);
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function withReferences(schema: JsonSchema, io: Io): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    // Within a schema zod writes `#/$defs/Run`.
    const name = value.slice(value.lastIndexOf('/') + 1);
    return `${COMPONENTS}${io === 'input' && DIFFERENT.has(name) ? takenName(name) : name}`;
  }) as JsonSchema;
}

function referencesIn(part: unknown): string[] {
  return [...JSON.stringify(part ?? null).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name ?? '',
  );
}
