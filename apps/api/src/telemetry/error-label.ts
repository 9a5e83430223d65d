import { AppError } from '../errors.ts';

const WORD = /^[\w.-]{1,60}$/;

/** The code of an error, else its name; never its message. */
export function errorLabel(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  const word = error instanceof AppError ? error.code : [code, name].find((one) => typeof one === 'string');
  return typeof word === 'string' && WORD.test(word) ? word : 'error';
}
