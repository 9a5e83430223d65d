import { observable } from '../hooks/observable.ts';

/** Time of the last input in any tab of this browser. */
const ACTIVE_KEY = 'curvewell.active';
/** Minimum time between notifications to other tabs. */
const NOTIFY_MS = 2_000;
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;

let lastMs = Date.now();
let notifiedMs = 0;

/** Whether the session is locked. The page stays covered until the same user signs in again. */
export const sessionLocked = observable(false);

function noteInput(): void {
  // Input on the cover does not count as activity.
  if (sessionLocked.get()) return;
  lastMs = Date.now();
  if (lastMs - notifiedMs < NOTIFY_MS) return;
  notifiedMs = lastMs;
  localStorage.setItem(ACTIVE_KEY, String(lastMs));
}

/** Seconds since the last key press or pointer movement. */
export function idleSeconds(): number {
  const elsewhere = Number(localStorage.getItem(ACTIVE_KEY) ?? 0);
  return Math.max(0, Math.floor((Date.now() - Math.max(lastMs, Math.min(elsewhere, Date.now()))) / 1000));
}

/** Unlocks the session and restarts the idle time. */
export function openSession(): void {
  sessionLocked.set(false);
  notifiedMs = 0;
  noteInput();
}

/** Records input as activity. @returns a function that stops it */
export function watchInput(): () => void {
  for (const name of INPUTS) window.addEventListener(name, noteInput, { passive: true, capture: true });
  return () => {
    for (const name of INPUTS) window.removeEventListener(name, noteInput, { capture: true });
  };
}
