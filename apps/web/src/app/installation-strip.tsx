import { Button } from '@mantine/core';
import { useState } from 'react';

import { useCan, useMe, useRestoredCopy, useRolledBack } from '../data/identity.ts';
import { useConfirmRolledBack } from '../data/jobs.ts';
import { text } from '../locale/text.ts';
import { formatDateTime } from '../shared/format/format.ts';
import { toastError, toastSuccess } from '../shared/ui/messages/toast.tsx';
import { LazyReasonModal } from './lazy-dialogs.ts';
import styles from './shell.module.css';

const { rolledBack: words, restoredCopy, permissionsOnHold } = text.shell;

/** Warnings about the installation or the user's own account. Usually empty. */
export function InstallationStrip() {
  const isCopy = useRestoredCopy() !== null;
  const rolledBack = useRolledBack();
  const isOnHold = useMe().permissionsOnHold === true;
  if (rolledBack !== null)
    return (
      <div className={styles['copy']} role="status">
        {words.strip(formatDateTime(rolledBack.foundAt))} <ConfirmRolledBack />
      </div>
    );
  return isCopy || isOnHold ? (
    <p className={styles['copy']} role="status">
      {isCopy ? restoredCopy : permissionsOnHold}
    </p>
  ) : null;
}

function ConfirmRolledBack() {
  const can = useCan();
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useConfirmRolledBack();
  if (!can('SUPER_ADMIN')) return null;
  const proceed = async (reason = ''): Promise<void> => {
    try {
      await mutateAsync(reason);
    } catch (error) {
      toastError(words.failed, error);
      throw error;
    }
    toastSuccess(words.done);
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {words.confirm}
      </Button>
      {isAsking && (
        <LazyReasonModal
          opened
          question={words.question}
          text={words.consequence}
          commonReasons={words.reasons}
          isRequired
          proceed={words.proceed}
          onProceed={proceed}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
