import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

import { TOAST_MS } from './toast.tsx';
import styles from './toasts.module.css';

/** The place of toasts: bottom left, beside the rail and above the footer. Mounted once, in the app. */
export function Toasts() {
  return (
    <Notifications
      position="bottom-left"
      limit={3}
      containerWidth={380}
      autoClose={TOAST_MS.error}
      className={styles['toasts'] ?? ''}
    />
  );
}
