import { z } from 'zod';

const TOKENS_KEY = 'curvewell.tokens';

const tokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  idToken: z.string().nullable(),
  /** By the client's clock, which may differ from the provider's. */
  expiresAt: z.number(),
});
export type Tokens = z.infer<typeof tokensSchema>;

export function readTokens(): Tokens | null {
  try {
    return tokensSchema.parse(JSON.parse(localStorage.getItem(TOKENS_KEY) ?? 'null'));
  } catch {
    return null;
  }
}

export function writeTokens(tokens: Tokens): void {
  localStorage.setItem(TOKENS_KEY, JSON.stringify(tokens));
}

export function removeTokens(): void {
  localStorage.removeItem(TOKENS_KEY);
}

const signInSchema = z.object({ sub: z.string(), auth_time: z.number().optional() });

/**
 * The signed-in user and the time of authentication, as the provider states them; null if there are none or
 * the token is unreadable.
 */
export function signInOf(tokens: Tokens | null): z.infer<typeof signInSchema> | null {
  try {
    const [, payload = ''] = (tokens?.idToken ?? '').split('.');
    return signInSchema.parse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return null;
  }
}

/** Calls back when another tab signs in or renews its token. */
export function onNewTokens(callback: () => void): () => void {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (key === TOKENS_KEY && newValue !== null) callback();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** Calls back when another tab signs out. */
export function onSignedOutElsewhere(callback: () => void): () => void {
  const listener = ({ key, newValue }: StorageEvent) => {
    if ((key === TOKENS_KEY || key === null) && newValue === null) callback();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
