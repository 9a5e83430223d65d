import type { Call, Scope } from '@curvewell/contracts';
import { schemaIssues } from '@curvewell/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import type { Caller, CallerIn } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../features/identity/index.ts';
import { EventStream, FileDownload, KeptJson, PreparedJson } from '../formats/response-bodies.ts';
import type { UploadedFile } from '../formats/uploaded-file.ts';
import { authorize } from './access/access.ts';
import { sendEvents, sendFile, sendKeptJson } from './responses/downloads.ts';
import { runOnce, idempotencyKey } from './requests/idempotency-keys.ts';
import { sendJson } from './responses/send-json.ts';
import { receiveUpload, type Upload } from './requests/uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user, whether or not the call is open to them. */
    asker: Actor | null;
    caller: Caller | null;
    /** When the caller was authorised, before the body arrived; null: not yet. */
    authorizedAt: Date | null;
    /** Size of the response's JSON before compression. */
    answerBytes: number;
  }
  interface FastifyContextConfig {
    call?: Call;
    /** Why a route needs no sign-in. */
    openBecause?: string;
  }
}

interface Incoming<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, Where extends Scope> {
  readonly actor: CallerIn<Where>;
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  readonly files: readonly UploadedFile[];
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /**
   * Resolves the caller again, for a response that stays open. @throws AppError when they are no longer
   * authorised
   */
  readonly authorizeAgain: () => Promise<CallerIn<Where>>;
}

/** An operation without a response returns nothing. */
type Outgoing<A extends z.ZodType> =
  | z.input<A>
  | FileDownload
  | PreparedJson
  | KeptJson
  | EventStream
  // oxlint-disable-next-line typescript/no-invalid-void-type -- an operation without a response
  | (undefined extends z.input<A> ? void : never);

/** Serves a declared call: authenticates, authorises, validates, then calls the handler. */
export function serve<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
  Where extends Scope,
>(
  app: FastifyInstance,
  call: Call<P, Q, B, A, Where>,
  handler: (incoming: Incoming<P, Q, B, Where>) => Promise<Outgoing<A>>,
): void {
  route(app, call, async (request, reply) => {
    const params = parsePart(call.params, request.params, 'params');
    const query = parsePart(call.query, request.query, 'query');
    /** Does the work. @returns sends the response */
    const answer = async (upload: Upload | null) => {
      const actor = (await presentCaller(app, request, call)) as CallerIn<Where>; // `authorize` checks the laboratory
      const sent = upload === null ? (request.body ?? undefined) : upload.fields;
      const body = parsePart(call.body, sent, 'body');
      const files = upload?.files ?? [];
      const work = () =>
        handler({
          actor,
          params,
          query,
          body,
          files,
          get signal() {
            return goneSignal(reply);
          },
          authorizeAgain: async () => (await authorize(request, call, app.resolveActor)) as CallerIn<Where>, // as above
        });
      const key = idempotencyKey(request, call);
      if (key === null) {
        const outgoing = await work();
        return () => send(reply, call.answer, outgoing);
      }
      const keyed = {
        call,
        actor,
        key,
        parts: { params, query, body },
        files,
        textOf: (outgoing: unknown) => textOf(call.answer, outgoing),
      };
      const text = await runOnce(app, keyed, work);
      return () => sendText(reply, text);
    };
    const { files } = call;
    if (files === null) return (await answer(null))();
    // The body is not received before its turn, so waiting uploads use no disk space. The response follows the turn:
    // a client that has it may upload again.
    const respond = await app.queues.uploads.take(
      { userId: callerOf(request).userId },
      () => app.workFolder.use(async (folder) => answer(await receiveUpload(request, { ...files, folder }))),
      goneSignal(reply),
    );
    return respond();
  });
}

/** Fastify's own signal is aborted as soon as the body has been read. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const noteGone = () => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.closed) noteGone();
  else raw.once('close', noteGone);
  return gone.signal;
}

function route(
  app: FastifyInstance,
  call: Call,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    // HEAD would run the GET handler, with its audit entries and open streams, and return nothing.
    exposeHeadRoute: false,
    config: { call },
    bodyLimit: call.bodyBytes,
    // Before the body is read, so that unauthorised clients cannot upload.
    onRequest: async (request, reply) => {
      request.caller = await authorisedCaller(app, request, { call, reply });
    },
    handler,
  });
}

/** Counts the request for the user, or for the address without a known user. */
async function authorisedCaller(
  app: FastifyInstance,
  request: FastifyRequest,
  { call, reply }: { readonly call: Call; readonly reply: FastifyReply },
): Promise<Caller | null> {
  if (call.access.kind === 'open') {
    await app.requestLimits.countAddress(request);
    return null;
  }
  try {
    request.authorizedAt = app.clock.now();
    request.caller = await authorize(request, call, app.resolveActor);
  } catch (error) {
    if (error instanceof AppError && ['unauthenticated', 'session-locked'].includes(error.code))
      await app.requestLimits.countAddress(request);
    throw error;
  }
  await app.requestLimits.countUser(request, { call, reply });
  return request.caller;
}

/** Rights may be cached for this time. */
const RIGHTS_LAST_MS = 2_000;

/**
 * The caller when the work begins. A body may take half an hour to arrive, so rights that were removed meanwhile no longer
 * count; a token that has expired meanwhile does, because the request began before.
 *
 * @throws AppError like `authorize`; `forbidden` for a user who was moved to another laboratory
 */
async function presentCaller(app: FastifyInstance, request: FastifyRequest, call: Call): Promise<Caller> {
  const former = callerOf(request);
  const { authorizedAt } = request;
  if (authorizedAt === null) return former;
  const tookMs = app.clock.now().getTime() - authorizedAt.getTime();
  if (tookMs >= 0 && tookMs < RIGHTS_LAST_MS) return former;
  request.caller = await authorize(request, call, (token, asked) =>
    app.resolveActor(token, asked, authorizedAt),
  );
  if (request.caller.laboratory?.id !== former.laboratory?.id)
    throw new AppError('forbidden', 'You were moved to another laboratory. Sign in again.');
  return request.caller;
}

function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('an open call has no caller');
  return request.caller;
}

function parsePart<Schema extends z.ZodType>(schema: Schema, value: unknown, part: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = schemaIssues(parsed.error, [part]);
  const first = issues[0];
  const where = first === undefined ? part : first.path.join('.');
  throw new AppError('invalid-request', `The request is not valid: ${where}: ${first?.message ?? 'wrong'}`, {
    issues,
  });
}

function send<A extends z.ZodType>(
  reply: FastifyReply,
  schema: A,
  outgoing: Outgoing<A>,
): FastifyReply | Promise<FastifyReply> {
  if (outgoing instanceof FileDownload) return sendFile(reply, outgoing);
  if (outgoing instanceof PreparedJson) return sendJson(reply, outgoing.text);
  if (outgoing instanceof KeptJson) return sendKeptJson(reply, outgoing);
  if (outgoing instanceof EventStream) return sendEvents(reply, outgoing);
  return sendText(reply, textOf(schema, outgoing));
}

/** The response as JSON; empty: none. @throws ZodError when it does not match the declaration */
function textOf(schema: z.ZodType, outgoing: unknown): string {
  if (outgoing instanceof PreparedJson) return outgoing.text.toString();
  const answer = schema.parse(outgoing);
  return answer === undefined ? '' : JSON.stringify(answer);
}

function sendText(reply: FastifyReply, text: string): FastifyReply | Promise<FastifyReply> {
  return text === '' ? reply.status(204).send() : sendJson(reply, text);
}
