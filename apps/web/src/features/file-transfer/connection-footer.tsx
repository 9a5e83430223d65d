import type { FileTransferConnection } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { deliveryQueries } from '../../data/deliveries.ts';
import { useDeleteConnection } from '../../data/file-transfer.ts';
import { text } from '../../locale/text.ts';
import { confirmAndRun } from '../../shared/ui/dialogs/confirm-and-run.ts';
import { confirm } from '../../shared/ui/dialogs/confirm.tsx';
import { ScreenFooter } from '../../shared/ui/screen/screen-footer.tsx';
import { CONNECTION_FORM } from './connection-form.tsx';
import styles from './file-transfer.module.css';

const words = text.fileTransfer;

interface ConnectionFooterProps {
  readonly saved: FileTransferConnection;
  readonly changes: number;
  readonly isBusy: boolean;
  /** A required field is empty. */
  readonly isHeld: boolean;
  readonly onCancel: () => void;
  readonly onDeleted: () => void;
}

/** Cancel and Delete, which ask for confirmation, and Save with the reason if it is disabled. */
export function ConnectionFooter({
  saved,
  changes,
  isBusy,
  isHeld,
  onCancel,
  onDeleted,
}: ConnectionFooterProps) {
  const isNew = saved.id === '';
  const remove = useDeleteConnection();
  const { data: deliveries } = useQuery({
    ...deliveryQueries.list({ filter: 'all', page: 0 }),
    enabled: !isNew,
  });
  const isChanged = changes > 0 || isNew;
  const reason = !isChanged ? words.nothingChanged : isHeld ? words.fillIn : words.unsaved(changes);
  return (
    <ScreenFooter
      start={
        <>
          <Button
            variant="subtle"
            color="gray"
            disabled={!isChanged}
            onClick={() => {
              void (
                changes === 0
                  ? Promise.resolve(true)
                  : confirm({ title: words.discard, text: words.discardText, destroys: true })
              ).then((isSure) => {
                if (isSure) onCancel();
              });
            }}
          >
            {words.cancel}
          </Button>
          {!isNew && (
            <Button
              variant="subtle"
              color="danger"
              c="var(--danger)"
              leftSection={<IconTrash size={16} stroke={1.6} />}
              onClick={() =>
                void confirmAndRun({
                  question: words.deleteQuestion,
                  text: words.deleteText(deliveries?.waiting ?? 0),
                  answers: 'yes-no',
                  action: () => remove.mutateAsync(saved.id),
                  done: words.deleted,
                  failed: words.notDeleted,
                }).then((isDone) => {
                  if (isDone) onDeleted();
                })
              }
            >
              {words.delete}
            </Button>
          )}
        </>
      }
      end={
        <>
          <span className={styles['note']} data-wrong={(isChanged && isHeld) || undefined} role="status">
            {isChanged && isHeld && <IconAlertTriangle size={15} stroke={1.6} aria-hidden />}
            {reason}
          </span>
          <Button type="submit" form={CONNECTION_FORM} loading={isBusy} disabled={!isChanged || isHeld}>
            {words.save}
          </Button>
        </>
      }
    />
  );
}
