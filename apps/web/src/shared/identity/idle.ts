import { observable } from '../hooks/observable.ts';

/** When somebody last did something in any tab of this browser. */
const ACTIVE_KEY = 'curvewell.active';
/** Other tabs are notified so often at most. */
const NOTIFY_MS = 2_000;
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;

let lastMs = Date.now();
let notifiedMs = 0;

/** Whether the session is locked: the page is covered until the same person has signed in again. */
export const sessionLocked = observable(false);

function noteInput(): void {
  // What is done on the covered page opens nothing.
  if (sessionLocked.get()) return;
  lastMs = Date.now();
  if (lastMs - notifiedMs < NOTIFY_MS) return;
  notifiedMs = lastMs;
  localStorage.setItem(ACTIVE_KEY, String(lastMs));
}

/** How many seconds ago the last key or movement was. */
export function idleSeconds(): number {
  const elsewhere = Number(localStorage.getItem(ACTIVE_KEY) ?? 0);
  return Math.max(0, Math.floor((Date.now() - Math.max(lastMs, Math.min(elsewhere, Date.now()))) / 1000));
}

/** Begins a new time: the person has signed in again. */
export function openSession(): void {
  sessionLocked.set(false);
  notifiedMs = 0;
  noteInput();
}

/** Notes input from then on; answers how to stop. */
export function watchInput(): () => void {
  for (const name of INPUTS) window.addEventListener(name, noteInput, { passive: true, capture: true });
  return () => {
    for (const name of INPUTS) window.removeEventListener(name, noteInput, { capture: true });
  };
}
