import type { Permission, ReadKind } from '@curvewell/domain';
import { z } from 'zod';

import type { ProblemCode } from './problem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may make a call at all. What depends on the data is a predicate beside the entity. */
export type Access =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'signed-in';
      readonly anyOf: readonly Permission[];
      readonly allOf: readonly Permission[];
    };

export const open: Access = { kind: 'open' };
export const signedIn: Access = { kind: 'signed-in', anyOf: [], allOf: [] };
/** Holders of at least one of these permissions. */
export const anyOf = (...permissions: readonly Permission[]): Access => ({
  kind: 'signed-in',
  anyOf: permissions,
  allOf: [],
});
/** Holders of every one of these permissions. */
export const allOf = (...permissions: readonly Permission[]): Access => ({
  kind: 'signed-in',
  anyOf: [],
  allOf: permissions,
});

/** Whether a set of permissions opens a call. */
export function isGranted(access: Access, permissions: ReadonlySet<Permission>): boolean {
  if (access.kind === 'open') return true;
  const { anyOf: some, allOf: every } = access;
  return (
    every.every((one) => permissions.has(one)) &&
    (some.length === 0 || some.some((one) => permissions.has(one)))
  );
}

/**
 * `laboratory`: acts inside the caller's own laboratory and is refused without one;
 * `global`: reference data and what belongs to the installation.
 */
export type Scope = 'laboratory' | 'global';

/** The answer is a file of one of these media types instead of JSON. */
interface FileAnswer {
  readonly mediaTypes: readonly string[];
}

/** The request is multipart: files under `field`, everything else as the body's fields. */
interface FileParts {
  readonly field: string;
  readonly max: number;
  /** The largest file; left out: that of an instrument, `MAX_UPLOAD_BYTES`. */
  readonly maxBytes?: number;
  /** A request without a file is valid, too. */
  readonly areOptional?: true;
}

const nothing = z.strictObject({});
const noBody = z.undefined();
const noContent = z.undefined();
type Nothing = typeof nothing;
type NoBody = typeof noBody;

/** One call of the API, declared once: served, called, tested and documented from this. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Where extends Scope = Scope,
> {
  /** The requirement it fulfils, see docs/requirements.tsv. */
  readonly id: string;
  readonly summary: string;
  readonly method: Method;
  /** Below `/api`, parameters as `:name`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly scope: Where;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  readonly files: FileParts | null;
  readonly file: FileAnswer | null;
  /** What it answers must not be kept, so that it cannot be answered again. */
  readonly isAnswerSecret: boolean;
  /** Codes beside the ones that every call may answer. */
  readonly errors: readonly ProblemCode[];
  /** How often one person may make it in a minute, where that is less than calls of its kind; else null. */
  readonly perMinute: number | null;
  /** What somebody has seen who was answered; null: nothing that is noted. */
  readonly reads: ReadKind | null;
  /** The largest JSON body, in bytes. */
  readonly bodyBytes: number;
  /** Processor time of its dearest input on the event loop, beyond what the bytes of request and answer cost, in ms. */
  readonly costMs: number;
  /** It changes nothing, whatever its method: what it asks takes a body. A page asks while somebody drags a limit. */
  readonly isQuestion: boolean;
}

type Declaration<Params, Query, Body, Answer, Where> = Pick<
  Call,
  'id' | 'summary' | 'method' | 'path' | 'access'
> & {
  readonly scope: Where;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer?: Answer;
  readonly files?: FileParts;
  readonly file?: FileAnswer;
  readonly isAnswerSecret?: boolean;
  readonly errors?: readonly ProblemCode[];
  readonly perMinute?: number;
  readonly reads?: ReadKind;
  readonly bodyBytes?: number;
  readonly costMs?: number;
  readonly isQuestion?: true;
};

/** Holds every body that has no limit of its own, such as the positions of 768 wells and a comment on them. */
export const DEFAULT_BODY_BYTES = 64 * 1024;
/** Of calls that take no body: `{}` is not refused for its size. */
const NO_BODY_BYTES = 1024;

/** Declares a call; what is left out is empty. */
export function call<
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = NoBody,
  Answer extends z.ZodType = NoBody,
  const Where extends Scope = Scope,
>(declaration: Declaration<Params, Query, Body, Answer, Where>): Call<Params, Query, Body, Answer, Where> {
  return {
    ...declaration,
    // Omitted means empty, which is what the type parameters then default to.
    params: declaration.params ?? (nothing as unknown as Params),
    query: declaration.query ?? (nothing as unknown as Query),
    body: declaration.body ?? (noBody as unknown as Body),
    answer: declaration.answer ?? (noContent as unknown as Answer),
    files: declaration.files ?? null,
    file: declaration.file ?? null,
    isAnswerSecret: declaration.isAnswerSecret ?? false,
    errors: declaration.errors ?? [],
    perMinute: declaration.perMinute ?? null,
    reads: declaration.reads ?? null,
    bodyBytes: declaration.bodyBytes ?? (declaration.body === undefined ? NO_BODY_BYTES : DEFAULT_BODY_BYTES),
    costMs: declaration.costMs ?? 0,
    isQuestion: declaration.isQuestion ?? false,
  };
}

/** The header by which a request names itself: sent again with the same key, it is answered again and not done again. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** The header in which a page states how many seconds ago the last key or movement was; left out: none. */
export const IDLE_HEADER = 'x-idle-seconds';

/** Whether a request of this call may name itself. What answers a file makes nothing. */
export const takesIdempotencyKey = ({ method, file }: Pick<Call, 'method' | 'file'>): boolean =>
  method === 'POST' && file === null;

/** Statuses that any signed-in call may answer, beside its own. */
export const COMMON_ERRORS: readonly ProblemCode[] = [
  'invalid-request',
  'unauthenticated',
  'session-locked',
  'forbidden',
  'laboratory-required',
  'not-found',
  'busy',
  'too-many-requests',
  'unexpected',
  'unavailable',
  'identity-unavailable',
  'timed-out',
  'storage-full',
];
