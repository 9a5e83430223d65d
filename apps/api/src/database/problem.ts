import type { ProblemCode } from '@curvewell/contracts';
import { z } from 'zod';

import { beingMoved, catalogueElsewhere, livesElsewhere } from '../clusters/laboratory-place.ts';
import { AppError } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';

interface Meaning {
  readonly code: ProblemCode;
  readonly message: string;
  /** SQLSTATE of PostgreSQL, `P…` of Prisma, or a socket error code. */
  readonly codes: readonly string[];
  /** Matches messages of the driver and its pool that have no code. */
  readonly pattern?: RegExp;
}

/** The first match applies. For PostgreSQL's codes see appendix A of its manual, for Prisma's its error reference. */
const MEANINGS: readonly Meaning[] = [
  {
    code: 'storage-full',
    message: 'The disk of the database is full and nothing was stored. Contact an administrator.',
    codes: ['53100'],
  },
  {
    code: 'busy',
    message: 'Someone else is changing this. Try again in a moment.',
    // A lock timeout, a deadlock, a serialisation failure, or two concurrent inserts of the same key.
    codes: ['55P03', '40P01', '40001', 'P2034', '23505', 'P2002'],
  },
  {
    code: 'timed-out',
    message: 'This took too long and was stopped. Try again.',
    codes: ['57014', '25P03', '25P04'],
    pattern: /expired transaction|Query read timeout/,
  },
  {
    code: 'too-many-requests',
    message: 'The server is busy. Try again in a moment.',
    // The server or pool has no free connection, or a query has no memory left.
    codes: ['53000', '53200', '53300', '53400', 'P2024', 'P2037'],
    pattern: /Unable to start a transaction in the given time|timeout exceeded when trying to connect/,
  },
  {
    code: 'unavailable',
    message: 'The database cannot be reached. Try again in a moment.',
    codes: [
      '57P01',
      '57P02',
      '57P03',
      '57P05',
      '08000',
      '08001',
      '08003',
      '08004',
      '08006',
      '08P01',
      // A standby refuses changes; a rebuilt server may have other accounts.
      '25006',
      '28000',
      '28P01',
      '3D000',
      'P1000',
      'P1001',
      'P1002',
      'P1003',
      'P1008',
      'P1010',
      'P1011',
      'P1017',
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ERR_STREAM_DESTROYED',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ENOTFOUND',
      'EAI_AGAIN',
      // The adapter's code for a broken socket; raw queries report nothing else.
      'DatabaseNotReachable',
      'ConnectionClosed',
      'SocketTimeout',
      'TlsConnectionError',
    ],
    // `connect ENOENT`: there is no socket.
    pattern: /^Connection terminated|not queryable$|^Cannot use a pool after calling end|connect ENOENT/,
  },
  {
    code: 'not-found',
    message: 'This no longer exists.',
    codes: ['P2025'],
  },
];

/** Maps a database failure to an error for the caller; undefined for a defect of the product. */
export function databaseProblem(error: unknown): AppError | undefined {
  const causes = causesOf(error);
  const elsewhere = elsewhereProblem(causes, error);
  if (elsewhere !== undefined) return elsewhere;
  const meaning = MEANINGS.find(({ codes, pattern }) =>
    causes.some((cause) => codes.includes(cause.code ?? '') || pattern?.test(cause.message) === true),
  );
  if (meaning !== undefined) return new AppError(meaning.code, meaning.message, { cause: error });
  if (error instanceof Prisma.PrismaClientInitializationError) {
    return new AppError('unavailable', 'The database cannot be reached. Try again in a moment.', {
      cause: error,
    });
  }
  return referenceProblem(error, causes);
}

/** What the triggers of `laboratory_moves` refuse: laboratories and kits that live in another cluster. */
function elsewhereProblem(causes: readonly Cause[], error: unknown): AppError | undefined {
  const cause = causes.find(({ code }) => code?.startsWith('CW') === true);
  if (cause === undefined) return undefined;
  if (cause.code === 'CW503') return beingMoved(error);
  const address = /lives at (\S+)/.exec(cause.message)?.[1] ?? '';
  return cause.code === 'CW422' ? catalogueElsewhere(address, error) : livesElsewhere(address, error);
}

/**
 * Caused by a concurrent change: a deadlock, a conflict, or a name, object or reference that appeared after the
 * check. A retry sees the change and reports the specific error.
 */
const SECOND_LOOK_CODES = ['40P01', '40001', '23505', '23503', '23001', 'P2025'];

export function isWorthRetrying(error: unknown): boolean {
  return causesOf(error).some(({ code }) => SECOND_LOOK_CODES.includes(code ?? ''));
}

/** 23503: a foreign key violation; 23001: the same on delete in PostgreSQL 18. */
const REFERENCE_CODES = ['23001', '23503', 'P2003'];

/** Something in use was deleted, or something deleted was used. */
function referenceProblem(error: unknown, causes: readonly Cause[]): AppError | undefined {
  const cause = causes.find(({ code }) => REFERENCE_CODES.includes(code ?? ''));
  if (cause === undefined) return undefined;
  const isDeleted = cause.code === '23001' || cause.message.startsWith('update or delete');
  const [table = '', constraint = ''] = [...cause.message.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  if (isDeleted) {
    const what = words(table);
    return new AppError('in-use', `This ${what} is in use.`, { cause: error, details: { kind: what } });
  }
  const what = words(constraint.replace(`${table}_`, '').replace(/(_id)?_fkey$/, ''));
  return new AppError('invalid-request', `This ${what} does not exist.`, {
    cause: error,
    details: { kind: what },
  });
}

/** `kit_version` → `kit version`. A server that writes messages in another language yields no name. */
const words = (name: string) => (name === '' ? 'item' : name.replaceAll('_', ' '));

interface Cause {
  readonly code: string | undefined;
  readonly message: string;
}

const causeSchema = z.looseObject({
  code: z.string().optional(),
  message: z.string().optional(),
  originalCode: z.string().optional(),
  originalMessage: z.string().optional(),
  kind: z.string().optional(),
  cause: z.unknown().optional(),
  meta: z.looseObject({ driverAdapterError: z.unknown().optional() }).optional(),
});

const DEEPEST = 6;

/** An error and all its causes, the one nearest to PostgreSQL first. */
function causesOf(error: unknown, depth = 0): Cause[] {
  // An error of the product keeps its own message.
  if (error instanceof AppError || depth > DEEPEST) return [];
  const parsed = causeSchema.safeParse(error);
  if (!parsed.success) return [];
  const { code, message = '', originalCode, originalMessage, kind, cause, meta } = parsed.data;
  return [
    ...causesOf(meta?.driverAdapterError, depth + 1),
    ...causesOf(cause, depth + 1),
    { code: originalCode ?? code ?? kind, message: originalMessage ?? message },
  ];
}
