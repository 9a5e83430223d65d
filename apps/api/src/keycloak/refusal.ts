import type { Issue } from '@curvewell/domain';
import { z } from 'zod';

import { AppError } from '../errors.ts';

/** Maps Keycloak's fields to ours. */
const FIELDS: Readonly<Record<string, string>> = {
  username: 'login',
  firstName: 'firstname',
  lastName: 'lastname',
  email: 'email',
};

const fieldSchema = z.object({
  field: z.string(),
  errorMessage: z.string(),
  params: z.array(z.unknown()).default([]),
});
const invalidSchema = z.union([
  z.object({ errors: z.array(fieldSchema).min(1) }).transform(({ errors }) => errors),
  fieldSchema.transform((field) => [field]),
]);
const messageSchema = z.object({
  errorMessage: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
});

/** Messages of its validator, by key. */
const MESSAGES: Readonly<Record<string, (params: readonly unknown[]) => string>> = {
  'error-user-attribute-required': () => 'Your identity provider requires a value here.',
  'error-invalid-length': ([, least, most]) =>
    `Your identity provider requires ${String(least)} to ${String(most)} characters.`,
  'error-invalid-length-too-short': ([, least]) =>
    `Your identity provider requires at least ${String(least)} characters.`,
  'error-invalid-length-too-long': ([, , most]) =>
    `Your identity provider accepts at most ${String(most)} characters.`,
  'error-invalid-email': () => 'Your identity provider does not accept this e-mail address.',
  'error-username-invalid-character': () =>
    'Your identity provider does not accept a character of this login.',
  'error-person-name-invalid-character': () =>
    'Your identity provider does not accept a character of this name.',
  'error-user-attribute-read-only': () => 'Your identity provider does not allow this change.',
};

/**
 * Maps a failed call to an error for the caller: `name-taken` and `invalid-request` name the field,
 * `identity-unavailable` has the reason. Other errors are returned unchanged.
 */
export function refusalOf(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { response, responseData } = error as { response?: { status?: number }; responseData?: unknown };
  switch (response?.status) {
    case undefined:
      return isNoAnswer(error) ? unavailable('Your identity provider cannot be reached.', error) : error;
    case 400:
      return invalid(responseData, error);
    case 401:
      return unavailable('Your identity provider does not accept the client of the product.', error);
    case 403:
      return unavailable('Your identity provider does not allow the product to manage accounts.', error);
    case 404:
      return error;
    case 409:
      return taken(responseData, error);
    default:
      return unavailable('Your identity provider failed.', error);
  }
}

export function unavailable(message: string, cause: unknown): AppError {
  return new AppError(
    'identity-unavailable',
    `${message} Nothing was lost. Try again, or contact your IT department.`,
    {
      cause,
    },
  );
}

/** Errors of `fetch` without a response. */
const isNoAnswer = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');

function taken(data: unknown, cause: unknown): AppError {
  const reason = messageSchema.safeParse(data).data?.errorMessage ?? '';
  const field = reason.includes('email') ? 'email' : 'login';
  const message =
    field === 'email'
      ? 'Another account of your identity provider has this e-mail address.'
      : 'Your identity provider already has an account with this login.';
  return new AppError('name-taken', message, { cause, issues: [{ path: ['body', field], message }] });
}

function invalid(data: unknown, cause: unknown): AppError {
  const fields = invalidSchema.safeParse(data).data;
  if (fields === undefined) {
    const { error_description: described, errorMessage, error } = messageSchema.safeParse(data).data ?? {};
    const why = described ?? errorMessage ?? error ?? 'no reason given';
    return new AppError('invalid-request', `Your identity provider refused the change: ${why}.`, { cause });
  }
  const issues = fields.map(issueOf);
  const [first] = issues;
  return new AppError('invalid-request', first?.message ?? '', { cause, issues });
}

function issueOf({ field, errorMessage, params }: z.output<typeof fieldSchema>): Issue {
  const own = FIELDS[field];
  if (own !== undefined)
    return {
      path: ['body', own],
      message:
        MESSAGES[errorMessage]?.(params) ??
        `Your identity provider does not accept this value (${errorMessage}).`,
    };
  // From a custom user profile; no field of ours can fix it.
  const message =
    errorMessage === 'error-user-attribute-required'
      ? `Your identity provider requires “${field}”, which is not stored here. Your IT department must enter it there, or make it optional.`
      : `Your identity provider does not accept “${field}” of this account (${errorMessage}). Your IT department must correct it there.`;
  return { path: ['body'], message };
}
