import { MAX_DOCUMENT_BYTES } from '@curvewell/contracts';
import type { z } from 'zod';

import { text } from '../../locale/text.ts';

const words = text.transfer;

/** The content of a chosen file: a document, or its errors. */
export type ReadFile<Document> =
  | { readonly kind: 'document'; readonly document: Document; readonly sha256: string | null }
  | { readonly kind: 'wrong'; readonly title: string; readonly problems: readonly string[] };

/** The error of a file before it is read; null if none. */
export function fileFault({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  const isJson = type === 'application/json' || (type === '' && /\.json$/i.test(name));
  if (!isJson) return { title: words.wrongExtension, problems: [words.wrongExtensionText] };
  return size > MAX_DOCUMENT_BYTES ? { title: words.wrongFile, problems: [words.tooLarge] } : null;
}

/** Parses a file. Each error starts with its place. */
export function readDocument<Schema extends z.ZodType>(
  content: string,
  schema: Schema,
): { readonly document: z.output<Schema> } | { readonly problems: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return { problems: [words.notJson] };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { document: parsed.data };
  return { problems: parsed.error.issues.map((issue) => problemText(issue, json)) };
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** “configurations, row 3, channels, FAM, phases: zone A ends before it begins” */
export function problemText({ path, message }: Problem, json: unknown): string {
  const place = placeWords(path, json);
  return place === '' ? message : `${place}: ${message}`;
}

/** The steps of a path. List items are identified by name, or else by row. */
function placeWords(path: readonly PropertyKey[], json: unknown): string {
  let at: unknown = json;
  return path
    .map((step) => {
      at = childOf(at, step);
      if (typeof step !== 'number') return String(step);
      const name = childOf(at, 'name');
      return typeof name === 'string' && name !== '' ? name : words.row(step + 1);
    })
    .join(', ');
}

const childOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined; // checked to be an object
