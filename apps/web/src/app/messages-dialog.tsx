import { Modal, ScrollArea } from '@mantine/core';

import { text } from '../locale/text.ts';
import { formatTime } from '../shared/format/format.ts';
import { messages } from '../shared/ui/messages/messages.ts';
import { useObservable } from '../shared/hooks/observable.ts';
import styles from './messages-dialog.module.css';

interface MessagesDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Recent messages that are no longer shown as toasts. */
export function MessagesDialog({ opened, onClose }: MessagesDialogProps) {
  const list = useObservable(messages);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={480}
      title={text.shell.messages.title}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      {list.length === 0 ? (
        <p>{text.shell.messages.empty}</p>
      ) : (
        <ol className={styles['list']}>
          {list.map(({ id, kind, title, text: detail, at }) => (
            <li key={id} data-kind={kind}>
              <time dateTime={at}>{formatTime(at)}</time>
              <div>
                <strong>{title}</strong>
                {detail !== null && <div>{detail}</div>}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Modal>
  );
}
