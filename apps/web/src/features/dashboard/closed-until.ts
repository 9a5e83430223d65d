import type { Dashboard } from '@curvewell/contracts';

const PREFIX = 'curvewell.morning.';

/** What is dangerous of a dashboard: controls out of range, and deliveries that were not sent. */
export const dangersOf = ({ controls, deliveries }: Dashboard): string[] => [
  ...(controls?.lines ?? []).map(({ readingId, zone }) => `${readingId}${zone ?? ''}`),
  ...(deliveries?.lines ?? []).map(({ runId }) => runId),
];

interface Closing {
  readonly userId: string;
  /** The calendar day. */
  readonly day: string;
}

/** Keeps that somebody has closed the panel for a day, and what was dangerous then. */
export function closePanel({ userId, day }: Closing, dangers: readonly string[]): void {
  localStorage.setItem(PREFIX + userId, [day, ...dangers].join(' '));
}

export function openPanel(userId: string): void {
  localStorage.removeItem(PREFIX + userId);
}

/** Whether the panel stays closed: it was today, and nothing of danger has come since. */
export function isPanelClosed({ userId, day }: Closing, dangers: readonly string[]): boolean {
  const [closedOn, ...known] = (localStorage.getItem(PREFIX + userId) ?? '').split(' ');
  return closedOn === day && dangers.every((danger) => known.includes(danger));
}
