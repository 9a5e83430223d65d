import type { Dashboard } from '@curvewell/contracts';

const PREFIX = 'curvewell.morning.';

/** The dangers on a dashboard: controls out of range and runs that were not sent. */
export const dangersOf = ({ controls, deliveries }: Dashboard): string[] => [
  ...(controls?.lines ?? []).map(({ readingId, zone }) => `${readingId}${zone ?? ''}`),
  ...(deliveries?.lines ?? []).map(({ runId }) => runId),
];

interface Closing {
  readonly userId: string;
  /** Calendar day. */
  readonly day: string;
}

/** Remembers that a user closed the panel for a day, and which dangers it showed then. */
export function closePanel({ userId, day }: Closing, dangers: readonly string[]): void {
  localStorage.setItem(PREFIX + userId, [day, ...dangers].join(' '));
}

export function openPanel(userId: string): void {
  localStorage.removeItem(PREFIX + userId);
}

/** Whether the panel stays closed: it was closed today, and no new danger has appeared since. */
export function isPanelClosed({ userId, day }: Closing, dangers: readonly string[]): boolean {
  const [closedOn, ...known] = (localStorage.getItem(PREFIX + userId) ?? '').split(' ');
  return closedOn === day && dangers.every((danger) => known.includes(danger));
}
