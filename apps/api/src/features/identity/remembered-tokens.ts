import { TokenError, isExpired, verifyToken, type TokenClaims, type TokenRules } from './token.ts';

/** Delay after which a key that the provider withdraws takes effect, at most. */
const REMEMBERED_MS = 30_000;
const REMEMBERED_TOKENS = 1_000;

/**
 * Verifies access tokens and caches the result: a page makes several calls with one token, and verifying the
 * signature costs more than many calls. Expiry is always checked.
 */
export function createTokenCheck(rules: TokenRules): (token: string) => Promise<TokenClaims> {
  const checked = new Map<string, { readonly until: number; readonly claims: TokenClaims }>();
  return async (token) => {
    const now = rules.clock.now();
    const known = checked.get(token);
    if (known !== undefined && known.until > now.getTime()) {
      if (isExpired(known.claims, now)) throw new TokenError('expired');
      return known.claims;
    }
    const claims = await verifyToken(rules, token);
    if (checked.size >= REMEMBERED_TOKENS) checked.clear();
    checked.set(token, { until: now.getTime() + REMEMBERED_MS, claims });
    return claims;
  };
}
