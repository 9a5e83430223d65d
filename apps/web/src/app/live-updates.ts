import type { LiveEvent } from '@curvewell/contracts';

import { useLiveEvents } from '../data/live-events.ts';
import { text } from '../locale/text.ts';
import { toastNotSent } from '../shared/ui/messages/toast-sent.ts';
import { toastError, toastInfo } from '../shared/ui/messages/toast.tsx';

/** Notifies the user of changes by others to the open run, and of the outcome of their own requests. */
function notify(event: LiveEvent): void {
  if (event.kind !== 'run') return;
  const { runId, change, own } = event;
  if (own && change === 'run.archive-failed') {
    toastError(text.archive.notArchived, new Error(text.archive.stillListed));
  }
  if (own && change === 'run.send-failed') toastNotSent(runId);
  const words = text.live[change];
  if (own || words === null || !window.location.pathname.includes(runId)) return;
  toastInfo(words);
}

/** Updates cached runs from the server's events while a user of a laboratory is signed in. */
export function useLiveUpdates(enabled: boolean): void {
  useLiveEvents(enabled, notify);
}
