import type { TransferStep } from '@curvewell/domain';

interface Particulars {
  /** What was found, in a sentence without its point. */
  readonly message?: string;
  /** What the library or the server called it. */
  readonly cause?: unknown;
  readonly code?: string;
}

/** A failed step: which, the message of the server, and what to do. */
export class TransferFault extends Error {
  readonly step: TransferStep;
  readonly code: string;
  /** As the server or the library worded it. */
  readonly serverMessage: string | null;

  constructor(step: TransferStep, { message, cause, code }: Particulars) {
    const words = wordsOf(cause);
    super(message ?? words ?? 'unknown error', { cause });
    this.name = 'TransferFault';
    this.step = step;
    this.code = code ?? codeOf(cause);
    this.serverMessage = words;
  }
}

/** Longer answers of a server are cut: nobody reads them, and some never end. */
const LONGEST_WORDS = 300;

function wordsOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  // Neither breaks nor what a terminal would obey.
  const line = cause.message
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    // What the library for SFTP puts around them.
    .replace(/^_?[a-z][a-zA-Z]*: (.+?)(?: (?:From|to|To): .*| \/\S*)?$/u, '$1')
    .trim();
  return line === '' ? null : line.slice(0, LONGEST_WORDS);
}

function codeOf(cause: unknown): string {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? String(code) : '';
}
