import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';

/** Allowed difference between the provider's clock and ours. */
const CLOCK_TOLERANCE_S = 60;
/** Asymmetric algorithms only, so that the provider's public key cannot sign a token. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

const claimsSchema = z.object({
  sub: z.string().min(1),
  preferred_username: z.string().min(1),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  realm_access: z.object({ roles: z.array(z.string()) }).default({ roles: [] }),
  typ: z.string().optional(),
  sid: z.string().optional(),
  auth_time: z.number().optional(),
  /** The authentication level, as graded by the provider. */
  acr: z.string().optional(),
  /** The user who opened the session on behalf of this one; set by a mapper of the realm. */
  impersonator: z.string().optional(),
  iat: z.number(),
  exp: z.number(),
});
export type TokenClaims = z.infer<typeof claimsSchema>;

/** Why a token is refused. The caller receives only `expired`. */
export class TokenError extends Error {
  readonly reason: 'expired' | 'invalid';

  constructor(reason: 'expired' | 'invalid', options?: ErrorOptions) {
    super(`The token is ${reason}.`, options);
    this.name = 'TokenError';
    this.reason = reason;
  }
}

export interface TokenRules {
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  readonly audience: string;
  readonly clock: Clock;
}

/**
 * Verifies an access token of the identity provider.
 *
 * @throws TokenError, AppError `identity-unavailable` when the provider's keys cannot be fetched
 */
export async function verifyToken(
  { keys, issuer, audience, clock }: TokenRules,
  token: string,
): Promise<TokenClaims> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, available(keys), {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: clock.now(),
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    const claims = claimsSchema.parse(payload);
    // ID tokens are signed with the same key. Keycloak marks the type in the claims, other providers in the
    // header.
    const isAccessToken = claims.typ === 'Bearer' || protectedHeader.typ?.toLowerCase() === 'at+jwt';
    if (!isAccessToken) throw new TokenError('invalid');
    return claims;
  } catch (error) {
    if (error instanceof TokenError || error instanceof AppError) throw error;
    if (error instanceof errors.JWTExpired) throw new TokenError('expired', { cause: error });
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
      throw new TokenError('invalid', { cause: error });
    }
    throw error;
  }
}

export function isExpired({ exp }: TokenClaims, now: Date): boolean {
  return exp + CLOCK_TOLERANCE_S <= Math.floor(now.getTime() / 1000);
}

/** Errors of a provider that answers and lacks the key; all others mean that it is unavailable. */
const NO_SUCH_KEY = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/** Failing to fetch a key does not make the token invalid. */
function available(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (...parameters) => {
    try {
      return await keys(...parameters);
    } catch (cause) {
      if (NO_SUCH_KEY.some((kind) => cause instanceof kind)) throw cause;
      throw new AppError(
        'identity-unavailable',
        'The sign-in service cannot be reached. Try again in a moment.',
        { cause },
      );
    }
  };
}
