import { z } from 'zod';

export const issueSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
});
export type Issue = z.infer<typeof issueSchema>;

/** Limits of a response: the number of issues, and the length of quoted input. */
const MAX_ISSUES = 100;
const MAX_KEYS = 20;
const MAX_CHARACTERS = 200;

/** The issues of a schema, with the steps `before` prepended to their paths. */
export function schemaIssues(error: z.ZodError, before: readonly string[] = []): Issue[] {
  return error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    path: [
      ...before,
      ...issue.path.map((step) => (typeof step === 'number' ? step : shortened(String(step)))),
    ],
    message: issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys) : issue.message,
  }));
}

function unknownKeys(keys: readonly string[]): string {
  const named = keys.slice(0, MAX_KEYS).map((key) => JSON.stringify(shortened(key)));
  const more = keys.length > named.length ? ` and ${keys.length - named.length} more` : '';
  return `Unrecognized ${keys.length === 1 ? 'key' : 'keys'}: ${named.join(', ')}${more}`;
}

const shortened = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
