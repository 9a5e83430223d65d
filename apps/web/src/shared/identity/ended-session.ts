import { observable } from '../hooks/observable.ts';
import { isReloading, reloadPage } from '../navigation/reload-page.ts';
import { removeTokens } from './tokens.ts';

const RELOADS_KEY = 'curvewell.sign-in-reloads';
/** Reloads in a row before an error is shown instead. */
const MAX_RELOADS = 3;

/** Why nobody can be signed in; null: no reason known. */
export const signInFailure = observable<string | null>(null);

/** No one is signed in now: the page reloads and signs in again, at most three times in a row. */
export function rejectSession(reason: string): void {
  if (isReloading()) return;
  const reloads = Number(sessionStorage.getItem(RELOADS_KEY) ?? '0');
  removeTokens();
  if (reloads >= MAX_RELOADS) {
    sessionStorage.removeItem(RELOADS_KEY);
    signInFailure.set(reason);
    return;
  }
  sessionStorage.setItem(RELOADS_KEY, String(reloads + 1));
  reloadPage();
}

/** The server knows who is signed in: reloads are counted again. */
export function acceptSession(): void {
  sessionStorage.removeItem(RELOADS_KEY);
}
