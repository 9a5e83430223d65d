import { notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Fragment } from 'react';

import { text } from '../../../locale/text.ts';
import { hasCode, isCancelled, messageOf } from '../../api/api-problem.ts';
import { type Message, rememberMessage } from './messages.ts';

/** How long a toast stays, ms. */
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
  /** Id of a lasting state: a new message about it replaces this one, without another announcement. */
  readonly about?: string | undefined;
}

let shownCount = 0;

/** Shows a toast. If the same message is already visible, it restarts its timer and is announced again. */
function show({ kind, title, text: message = null, ms, about }: Toast): void {
  const id = encodeURIComponent(about ?? [kind, title, message].join(' '));
  const { notifications: shown, queue } = notificationsStore.getState();
  const shownToast = [...shown, ...queue].find((one) => one.id === id);
  if (!shownToast || about === undefined) rememberMessage({ kind, title, text: message });
  shownCount += 1;
  const toast = {
    ...APPEARANCE[kind],
    id,
    // A live region announces only new content, so a repeated title is remounted.
    title: <Fragment key={about ?? shownCount}>{title}</Fragment>,
    message,
    withBorder: true,
    styles: { description: { color: 'var(--ink2)' } },
    // Mantine restarts the timer only if `autoClose` changes.
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
 * Shows a failure: the operation as title, the server's message as text. Ignores cancelled requests and an
 * unavailable server, which reloads the page.
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
