import { identityCalls, isGranted, type Call } from '@curvewell/contracts';
import type { FastifyRequest } from 'fastify';

import type { Caller } from '../../actor.ts';
import { beingMoved, refuseElsewhere } from '../../clusters/laboratory-place.ts';
import { AppError } from '../../errors.ts';
import type { Actor } from '../../features/identity/index.ts';

/** Calls that users of an inactive laboratory may make. */
const EVEN_IF_INACTIVE: ReadonlySet<Call> = new Set<Call>([identityCalls.me, identityCalls.publicProperties]);

const BEARER = /^Bearer ([\w.~+/-]+=*)$/;

/** Resolves the caller of a request and checks that the call is open to them. */
export async function authorize(
  request: FastifyRequest,
  call: Call,
  resolveActor: (token: string, request: FastifyRequest) => Promise<Actor>,
): Promise<Caller> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('unauthenticated', 'Sign in first.');
  const actor = await resolveActor(token, request);
  request.asker = actor;

  if (!actor.enabled) throw new AppError('forbidden', 'This account is disabled.');
  if (!isGranted(call.access, actor.permissions)) {
    throw new AppError('forbidden', 'You do not have permission to do this.');
  }
  refusePlace(actor, call);
  if (actor.laboratory?.active === false && !EVEN_IF_INACTIVE.has(call)) {
    throw new AppError('laboratory-required', 'Your laboratory is inactive.');
  }
  if (call.scope === 'laboratory' && actor.laboratory === null) {
    throw new AppError(
      'laboratory-required',
      'You belong to no laboratory yet. Ask an administrator to add you.',
    );
  }
  return { ...actor, requestId: request.id, address: request.ip };
}

/** A laboratory that is being moved can be read; one that lives elsewhere cannot. @throws AppError `elsewhere`, `moving` */
function refusePlace({ laboratory }: Actor, { method, isQuestion }: Call): void {
  const place = laboratory?.place ?? null;
  refuseElsewhere(place);
  if (place !== null && method !== 'GET' && !isQuestion) throw beingMoved();
}
