import { observable } from '../hooks/observable.ts';
import { isReloading, reloadPage } from '../navigation/reload-page.ts';
import { removeTokens } from './tokens.ts';

const RELOADS_KEY = 'curvewell.sign-in-reloads';
/** Consecutive reloads before an error is shown instead. */
const MAX_RELOADS = 3;

/** The reason why sign-in fails; null if it has not failed. */
export const signInFailure = observable<string | null>(null);

/** Ends the session: reloads the page to sign in again, at most three times in a row. */
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

/** The server has accepted the session: reset the count of reloads. */
export function acceptSession(): void {
  sessionStorage.removeItem(RELOADS_KEY);
}
