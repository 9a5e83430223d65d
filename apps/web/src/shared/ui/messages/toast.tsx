import { notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Fragment } from 'react';

import { text } from '../../../locale/text.ts';
import { hasCode, isCancelled, messageOf } from '../../api/api-problem.ts';
import { type Message, rememberMessage } from './messages.ts';

/** How long a toast stays, in ms. */
export const TOAST_MS = {
  success: 3000,
  info: 3000,
  error: 5000,
  /** Lists, restoring and permanent deletion. */
  listError: 3000,
  runLoadError: 10_000,
} as const;

const APPEARANCE = {
  success: { color: 'success', icon: <IconCheck size={18} stroke={1.6} />, role: 'status' },
  info: { color: 'accent', icon: <IconInfoCircle size={18} stroke={1.6} />, role: 'status' },
  error: { color: 'danger', icon: <IconAlertTriangle size={18} stroke={1.6} />, role: 'alert' },
} as const;

interface Toast extends Pick<Message, 'kind' | 'title'> {
  readonly text?: string | null;
  readonly ms: number;
  /** A state that lasts: another message about it replaces this one, and is not read out again. */
  readonly about?: string | undefined;
}

let shownCount = 0;

/** A message that is shown already is not repeated: it stays for its whole time again, and is read out again. */
function show({ kind, title, text: message = null, ms, about }: Toast): void {
  const id = encodeURIComponent(about ?? [kind, title, message].join(' '));
  const { notifications: shown, queue } = notificationsStore.getState();
  const shownToast = [...shown, ...queue].find((one) => one.id === id);
  if (!shownToast || about === undefined) rememberMessage({ kind, title, text: message });
  shownCount += 1;
  const toast = {
    ...APPEARANCE[kind],
    id,
    // Only what comes again into a toast is read out.
    title: <Fragment key={about ?? shownCount}>{title}</Fragment>,
    message,
    withBorder: true,
    styles: { description: { color: 'var(--ink2)' } },
    // Its clock starts again only with another time.
    autoClose: shownToast?.autoClose === ms ? ms + 1 : ms,
    closeButtonProps: { 'aria-label': text.common.close },
  };
  if (shownToast) notifications.update(toast);
  else notifications.show(toast);
}

interface ToastOptions {
  readonly text?: string;
  readonly ms?: number;
}

/** “Comment added to 16 wells.” */
export function toastSuccess(title: string, options: ToastOptions = {}): void {
  const { text: detail = null, ms = TOAST_MS.success } = options;
  show({ kind: 'success', title, text: detail, ms });
}

export function toastInfo(title: string, options: ToastOptions & Pick<Toast, 'about'> = {}): void {
  const { text: detail = null, ms = TOAST_MS.info, about } = options;
  show({ kind: 'info', title, text: detail, ms, about });
}

/**
 * Shows a failure: the operation as title, the server's message as text. A cancelled
 * request is dropped, and so is one that found the server unavailable: the page reloads.
 */
export function toastError(
  title: string,
  error: unknown,
  options: Pick<ToastOptions, 'ms'> & Pick<Toast, 'about'> = {},
): void {
  if (isCancelled(error) || hasCode(error, 'unavailable')) return;
  show({
    kind: 'error',
    title,
    text: messageOf(error, text.common.noDetail),
    ms: options.ms ?? TOAST_MS.error,
    about: options.about,
  });
}
