import type { TransferStep } from '@curvewell/domain';

interface Particulars {
  /** The fault as a sentence without full stop. */
  readonly message?: string;
  /** The error of the library or the server. */
  readonly cause?: unknown;
  readonly code?: string;
}

/** A failed step with the server's message and advice. */
export class TransferFault extends Error {
  readonly step: TransferStep;
  readonly code: string;
  /** In the words of the server or the library. */
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

/** Longer messages are cut; some servers send them without end. */
const LONGEST_WORDS = 300;

function wordsOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  // Removes line breaks and terminal control characters.
  const line = cause.message
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    // Removes the prefix and suffix that the SFTP library adds.
    .replace(/^_?[a-z][a-zA-Z]*: (.+?)(?: (?:From|to|To): .*| \/\S*)?$/u, '$1')
    .trim();
  return line === '' ? null : line.slice(0, LONGEST_WORDS);
}

function codeOf(cause: unknown): string {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? String(code) : '';
}
