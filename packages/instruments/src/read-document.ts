import {
  INVISIBLE_REFUSED,
  invisibleTexts,
  kitDocumentSchema,
  lotDocumentSchema,
  schemaIssues,
  type Issue,
  type KitDocument,
  type LotDocument,
} from '@curvewell/domain';

/** The JSON documents for transfer between installations, by kind. */
export interface Documents {
  readonly kit: KitDocument;
  readonly lots: LotDocument;
}
export type DocumentKind = keyof Documents;

/** What a file holds. */
export type FoundDocument<Kind extends DocumentKind = DocumentKind> =
  | { readonly kind: 'document'; readonly document: Documents[Kind] }
  | { readonly kind: 'no-json' }
  /** Another kind of document, or an invalid one. */
  | { readonly kind: 'faulty'; readonly issues: readonly Issue[] };

const SCHEMAS = { kit: kitDocumentSchema, lots: lotDocumentSchema };

/** Reads a JSON document and validates it by its schema. */
export function readDocument(bytes: Uint8Array, kind: DocumentKind): FoundDocument {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { kind: 'no-json' };
  }
  const parsed = SCHEMAS[kind].safeParse(content);
  const issues = parsed.success ? unseenIn(parsed.data) : schemaIssues(parsed.error);
  return parsed.success && issues.length === 0
    ? { kind: 'document', document: parsed.data }
    : { kind: 'faulty', issues };
}

/** Names that look like others. Templates keep the names that they were learnt with, which their hashes prove. */
const unseenIn = (document: Documents[DocumentKind]): Issue[] =>
  invisibleTexts(document)
    .filter(({ path }) => !path.includes('keptTemplates'))
    .map(({ path }) => ({ path: [...path], message: INVISIBLE_REFUSED }));
