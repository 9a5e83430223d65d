import { observable } from '../../hooks/observable.ts';

const MESSAGES_KEPT = 20;

export interface Message {
  readonly id: number;
  readonly kind: 'success' | 'info' | 'error';
  readonly title: string;
  readonly text: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** The messages shown on this page, newest first. */
export const messages = observable<readonly Message[]>([]);

let lastId = 0;

export function rememberMessage(message: Omit<Message, 'id' | 'at'>): void {
  lastId += 1;
  const at = new Date().toISOString();
  messages.set([{ ...message, id: lastId, at }, ...messages.get()].slice(0, MESSAGES_KEPT));
}
