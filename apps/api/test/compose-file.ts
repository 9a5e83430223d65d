import { readFileSync } from 'node:fs';

import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = new URL('../../../', import.meta.url);

const bindSchema = z.object({ source: z.string(), target: z.string(), read_only: z.boolean().optional() });
const serviceSchema = z.object({
  image: z.string(),
  user: z.string(),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.union([z.string(), bindSchema])).default([]),
  profiles: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  logging: z.object({ options: z.object({ 'max-size': z.string() }) }),
  init: z.boolean(),
  restart: z.string(),
  mem_limit: z.string().optional(),
  read_only: z.boolean(),
  tmpfs: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  ports: z.array(z.string()).default([]),
  entrypoint: z.array(z.string()).optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  network_mode: z.string().optional(),
});
const fileSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  volumes: z.record(z.string(), z.unknown()),
});

type ComposeService = z.infer<typeof serviceSchema>;

/** Reads a file of the repository. */
export const textOf = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

let parsed: z.infer<typeof fileSchema> | undefined;

/** Parsed once, because the tests of settings ask for it hundreds of times. */
const composeFile = () => (parsed ??= fileSchema.parse(parse(textOf('docker-compose.yml'), { merge: true })));

/** Parses docker-compose.yml with these values in `.env`, to get the environment of each container. */
export function readCompose(settings: Readonly<Record<string, string>>) {
  const filled = fileSchema.parse(mapStrings(composeFile(), (text) => interpolate(text, settings)));
  const withEnvironment = (service: ComposeService): ComposeService => {
    const fromFile = service.env_file.some(({ path }) => path === '.env') ? settings : {};
    return { ...service, environment: { ...fromFile, ...service.environment } };
  };
  return {
    ...filled,
    services: Object.fromEntries(
      Object.entries(filled.services).map(([name, service]) => [name, withEnvironment(service)]),
    ),
  };
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapStrings(one, change)]));
}

/** Substitutes `${NAME}`, `:-`, `-`, `:+` and `+`, also nested, as the Compose specification defines. */
export function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const [whole, name = '', operator = ''] = /^\$\{(\w+)(:?[-+]|(?=\}))/.exec(text.slice(at)) ?? [];
    if (whole === undefined) {
      result += text.charAt(at);
      continue;
    }
    const end = closingBrace(text, at + 2);
    const word = () => interpolate(text.slice(at + whole.length, end), values);
    const value = values[name];
    const isThere = operator.startsWith(':') ? (value ?? '') !== '' : value !== undefined;
    if (operator.endsWith('+')) result += isThere ? word() : '';
    else result += isThere || operator === '' ? (value ?? '') : word();
    at = end;
  }
  return result;
}

function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('${', at)) depth++;
    if (text.charAt(at) === '}' && --depth === 0) return at;
  }
  throw new Error(`A brace is not closed: ${text}`);
}
