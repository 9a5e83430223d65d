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
    /** Who asks, whether or not the call is open to them. */
    asker: Actor | null;
    caller: Caller | null;
    /** Of the JSON that answers it, before it is compressed. */
    answerBytes: number;
  }
  interface FastifyContextConfig {
    /** The declared call that a route serves. */
    call?: Call;
    /** A route that anybody may use, and why that is right. */
    openBecause?: string;
  }
}

/** A request as a handler sees it: parsed and allowed. */
interface Incoming<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, Where extends Scope> {
  readonly actor: CallerIn<Where>;
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  readonly files: readonly UploadedFile[];
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** Who calls now, for an answer that goes on. @throws AppError when they no longer may */
  readonly authorizeAgain: () => Promise<CallerIn<Where>>;
}

/** A call without an answer is served by an operation that returns nothing. */
type Outgoing<A extends z.ZodType> =
  | z.input<A>
  | FileDownload
  | PreparedJson
  | KeptJson
  | EventStream
  // oxlint-disable-next-line typescript/no-invalid-void-type -- what such an operation returns
  | (undefined extends z.input<A> ? void : never);

/** Serves a declared call. The order is: who, whether, what; then the handler. */
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
    const answer = async (upload: Upload | null) => {
      const actor = callerOf(request) as CallerIn<Where>; // `authorize` has seen to the laboratory
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
          authorizeAgain: async () => (await authorize(request, call, app.resolveActor)) as CallerIn<Where>, // the same here
        });
      const key = idempotencyKey(request, call);
      if (key === null) return send(reply, call.answer, await work());
      const keyed = {
        call,
        actor,
        key,
        parts: { params, query, body },
        files,
        textOf: (outgoing: unknown) => textOf(call.answer, outgoing),
      };
      return sendText(reply, await runOnce(app, keyed, work));
    };
    const { files } = call;
    if (files === null) return answer(null);
    // Not even received before its turn: what waits takes no disk.
    return app.queues.uploads.take(
      { userId: callerOf(request).userId },
      () => app.workFolder.use(async (folder) => answer(await receiveUpload(request, { ...files, folder }))),
      goneSignal(reply),
    );
  });
}

/** Fastify's own signal is aborted as soon as a body has been read. */
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
    // HEAD would do what GET does – hold a stream open, enter a download in the trail – and answer nothing.
    exposeHeadRoute: false,
    config: { call },
    bodyLimit: call.bodyBytes,
    // Before the body is read: who may not call may not upload either.
    onRequest: async (request, reply) => {
      request.caller = await callerAllowed(app, request, { call, reply });
    },
    handler,
  });
}

/** Counts the request as its caller's, or as its address's when that is nobody known. */
async function callerAllowed(
  app: FastifyInstance,
  request: FastifyRequest,
  { call, reply }: { readonly call: Call; readonly reply: FastifyReply },
): Promise<Caller | null> {
  if (call.access.kind === 'open') {
    await app.requestLimits.countAddress(request);
    return null;
  }
  try {
    request.caller = await authorize(request, call, app.resolveActor);
  } catch (error) {
    if (error instanceof AppError && ['unauthenticated', 'session-locked'].includes(error.code))
      await app.requestLimits.countAddress(request);
    throw error;
  }
  await app.requestLimits.countUser(request, { call, reply });
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

/** An answer as JSON; empty: none. @throws ZodError when the call declares another one */
function textOf(schema: z.ZodType, outgoing: unknown): string {
  if (outgoing instanceof PreparedJson) return outgoing.text.toString();
  const answer = schema.parse(outgoing);
  return answer === undefined ? '' : JSON.stringify(answer);
}

function sendText(reply: FastifyReply, text: string): FastifyReply | Promise<FastifyReply> {
  return text === '' ? reply.status(204).send() : sendJson(reply, text);
}
