import { isRecent } from './recent.ts';
import { TokenError, isExpired, verifyToken, type TokenClaims, type TokenRules } from './token.ts';

/** Delay after which a key that the provider withdraws takes effect, at most. */
const REMEMBERED_MS = 30_000;
const REMEMBERED_TOKENS = 1_000;

/**
 * Verifies access tokens and caches the result: a page makes several calls with one token, and verifying the
 * signature costs more than many calls. Expiry is always checked, at the time that the request began.
 */
export function createTokenCheck(rules: TokenRules): (token: string, begunAt?: Date) => Promise<TokenClaims> {
  const checked = new Map<string, { readonly since: number; readonly claims: TokenClaims }>();
  return async (token, begunAt) => {
    const now = rules.clock.now();
    const at = begunAt ?? now;
    const known = checked.get(token);
    if (known !== undefined && isRecent(known.since, now.getTime(), REMEMBERED_MS)) {
      if (isExpired(known.claims, at)) throw new TokenError('expired');
      return known.claims;
    }
    const claims = await verifyToken({ ...rules, clock: { now: () => at } }, token);
    if (checked.size >= REMEMBERED_TOKENS) checked.clear();
    checked.set(token, { since: now.getTime(), claims });
    return claims;
  };
}
