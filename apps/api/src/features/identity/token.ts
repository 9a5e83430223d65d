import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

import type { Clock } from '../../clock.ts';

/** How far the provider's clock and ours may differ. */
const CLOCK_TOLERANCE_S = 60;
/** Asymmetric ones only: a token cannot be signed with what the provider publishes. */
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
  iat: z.number(),
});
export type TokenClaims = z.infer<typeof claimsSchema>;

/** Why a token is not taken; `expired` alone is told to the caller. */
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
 * Checks an access token of the identity provider.
 *
 * @throws TokenError
 */
export async function verifyToken(
  { keys, issuer, audience, clock }: TokenRules,
  token: string,
): Promise<TokenClaims> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: clock.now(),
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    const claims = claimsSchema.parse(payload);
    // An ID token is signed with the same key: Keycloak marks tokens in the claims, others in the header.
    const isAccessToken = claims.typ === 'Bearer' || protectedHeader.typ?.toLowerCase() === 'at+jwt';
    if (!isAccessToken) throw new TokenError('invalid');
    return claims;
  } catch (error) {
    if (error instanceof TokenError) throw error;
    if (error instanceof errors.JWTExpired) throw new TokenError('expired', { cause: error });
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
      throw new TokenError('invalid', { cause: error });
    }
    throw error;
  }
}
