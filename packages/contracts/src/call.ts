import { idSchema, type Permission, type ReadKind } from '@curvewell/domain';
import { z } from 'zod';

import type { ProblemCode } from './problem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may make a call. Rules that depend on data are predicates beside the entity. */
export type Access =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'signed-in';
      readonly anyOf: readonly Permission[];
      readonly allOf: readonly Permission[];
    };

export const open: Access = { kind: 'open' };
export const signedIn: Access = { kind: 'signed-in', anyOf: [], allOf: [] };
/** Users with at least one of these permissions. */
export const anyOf = (...permissions: readonly Permission[]): Access => ({
  kind: 'signed-in',
  anyOf: permissions,
  allOf: [],
});
/** Users with all of these permissions. */
export const allOf = (...permissions: readonly Permission[]): Access => ({
  kind: 'signed-in',
  anyOf: [],
  allOf: permissions,
});

export function isGranted(access: Access, permissions: ReadonlySet<Permission>): boolean {
  if (access.kind === 'open') return true;
  const { anyOf: some, allOf: every } = access;
  return (
    every.every((one) => permissions.has(one)) &&
    (some.length === 0 || some.some((one) => permissions.has(one)))
  );
}

/**
 * `laboratory`: acts within the caller's laboratory and requires one; `global`: reference data and the
 * installation.
 */
export type Scope = 'laboratory' | 'global';

/** The response is a file of one of these media types. */
interface FileAnswer {
  readonly mediaTypes: readonly string[];
}

/** The request is multipart: files under `field`, and the body as fields. */
interface FileParts {
  readonly field: string;
  readonly max: number;
  /** Size limit of a file; default: `MAX_UPLOAD_BYTES`. */
  readonly maxBytes?: number;
  /** Files are optional. */
  readonly areOptional?: true;
}

const nothing = z.strictObject({});
const noBody = z.undefined();
const noContent = z.undefined();
type Nothing = typeof nothing;
type NoBody = typeof noBody;

/** The ids in a path: `runId` and `wellId` of `/run/:runId/well/:wellId`. */
type IdsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Id<Name> | IdsIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Id<Name>
    : never;
type Id<Name> = Name extends `${string}Id` ? Name : never;
type ParamsOf<Path extends string, Others extends z.ZodRawShape> = z.ZodObject<
  Record<IdsIn<Path>, typeof idSchema> & Others,
  z.core.$strict
>;

/** The schema of a path's parameters. Those whose name ends in `Id` need no schema of their own. */
function paramsOf<Path extends string, Others extends z.ZodRawShape>(path: Path, others?: Others) {
  const ids = [...path.matchAll(/:(\w+Id)\b/g)].map(([, name]) => [name, idSchema] as const);
  return z.strictObject({ ...Object.fromEntries(ids), ...others }) as unknown as ParamsOf<Path, Others>; // of these names
}

/** One call of the API. Server, client, tests and documentation are derived from this declaration. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Where extends Scope = Scope,
> {
  /** The id of its requirement, see docs/requirements.tsv. */
  readonly id: string;
  readonly summary: string;
  readonly method: Method;
  /** Below `/api`, with parameters as `:name`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly scope: Where;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  readonly files: FileParts | null;
  readonly file: FileAnswer | null;
  /** The response must not be stored, so it cannot be replayed. */
  readonly isAnswerSecret: boolean;
  /** Further problem codes, besides those of every call. */
  readonly errors: readonly ProblemCode[];
  /** Requests per user and minute, if less than the default of its kind; else null. */
  readonly perMinute: number | null;
  /** How the call is recorded in the view log; null: not recorded. */
  readonly reads: ReadKind | null;
  /** Size limit of the JSON body, in bytes. */
  readonly bodyBytes: number;
  /** Event loop time of the most expensive input, in ms, besides the cost of request and response bytes. */
  readonly costMs: number;
  /**
   * Changes nothing, although it has a body. Pages send it repeatedly, for example while a limit is dragged.
   */
  readonly isQuestion: boolean;
}

type Declaration<Path, Params, Query, Body, Answer, Where> = Pick<
  Call,
  'id' | 'summary' | 'method' | 'access'
> & {
  readonly path: Path;
  readonly scope: Where;
  /** Parameters of the path that are no ids. */
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

/** Default limit; enough for the positions of 768 wells and a comment on them. */
export const DEFAULT_BODY_BYTES = 64 * 1024;
/** For calls without a body; permits `{}`. */
const NO_BODY_BYTES = 1024;

/** Declares a call with defaults. */
export function call<
  const Path extends `/${string}`,
  Params extends z.ZodRawShape = Nothing['shape'],
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = NoBody,
  Answer extends z.ZodType = NoBody,
  const Where extends Scope = Scope,
>(
  declaration: Declaration<Path, Params, Query, Body, Answer, Where>,
): Call<ParamsOf<Path, Params>, Query, Body, Answer, Where> {
  return {
    ...declaration,
    params: paramsOf(declaration.path, declaration.params),
    // Omitted means empty, which is the default of the type parameters.
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

/** The header with the idempotency key: a repeated request returns the stored response. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** The header with the seconds since the last input on a page; omitted: none. */
export const IDLE_HEADER = 'x-idle-seconds';

/** Whether requests of this call may have an idempotency key. Calls with a file response change nothing. */
export const takesIdempotencyKey = ({ method, file }: Pick<Call, 'method' | 'file'>): boolean =>
  method === 'POST' && file === null;

/** Problem codes of every call that requires sign-in. */
export const COMMON_ERRORS: readonly ProblemCode[] = [
  'invalid-request',
  'unauthenticated',
  'session-locked',
  'forbidden',
  'laboratory-required',
  'elsewhere',
  'not-found',
  'busy',
  'too-many-requests',
  'unexpected',
  'unavailable',
  'identity-unavailable',
  'moving',
  'timed-out',
  'storage-full',
];
