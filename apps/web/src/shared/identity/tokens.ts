import { z } from 'zod';

const TOKENS_KEY = 'curvewell.tokens';

const tokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  idToken: z.string().nullable(),
  /** By this computer's clock, so that it need not agree with the provider's. */
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

/** Who is signed in, and when the password was typed, as the provider states it; null: nobody, or it cannot be read. */
export function signInOf(tokens: Tokens | null): z.infer<typeof signInSchema> | null {
  try {
    const [, payload = ''] = (tokens?.idToken ?? '').split('.');
    return signInSchema.parse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return null;
  }
}

/** Calls back when another tab has signed in, or renewed its token. */
export function onNewTokens(callback: () => void): () => void {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (key === TOKENS_KEY && newValue !== null) callback();
  };
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener('storage', listener);
  };
}

/** Calls back when another tab has signed out. */
export function onSignedOutElsewhere(callback: () => void): () => void {
  const listener = ({ key, newValue }: StorageEvent) => {
    if ((key === TOKENS_KEY || key === null) && newValue === null) callback();
  };
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener('storage', listener);
  };
}
