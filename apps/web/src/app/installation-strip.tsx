import { Button } from '@mantine/core';
import { useState } from 'react';

import { useCan, useRestoredCopy, useRolledBack } from '../data/identity.ts';
import { useConfirmRolledBack } from '../data/jobs.ts';
import { text } from '../locale/text.ts';
import { formatDateTime } from '../shared/format.ts';
import { ReasonModal } from '../shared/ui/reason-modal.tsx';
import { toastError, toastSuccess } from '../shared/ui/toast.tsx';
import styles from './shell.module.css';

const { rolledBack: words, restoredCopy } = text.shell;

/** What everybody has to know of this installation; nothing of the real one as it should be. */
export function InstallationStrip() {
  const isCopy = useRestoredCopy() !== null;
  const rolledBack = useRolledBack();
  if (rolledBack !== null)
    return (
      <div className={styles['copy']} role="status">
        {words.strip(formatDateTime(rolledBack.foundAt))} <ConfirmRolledBack />
      </div>
    );
  return isCopy ? (
    <p className={styles['copy']} role="status">
      {restoredCopy}
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
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          setAsking(true);
        }}
      >
        {words.confirm}
      </Button>
      {isAsking && (
        <ReasonModal
          question={words.question}
          text={words.consequence}
          commonReasons={words.reasons}
          isRequired
          proceed={words.proceed}
          onProceed={proceed}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
