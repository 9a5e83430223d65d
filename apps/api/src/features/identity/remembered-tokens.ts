import { TokenError, isExpired, verifyToken, type TokenClaims, type TokenRules } from './token.ts';

/** A key that the provider withdraws counts after this at the latest. */
const REMEMBERED_MS = 30_000;
const REMEMBERED_TOKENS = 1_000;

/**
 * Checks access tokens, each once in a while: a page makes several calls with the same one, and
 * checking its signature costs more than many of them. Its end counts at once all the same.
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
