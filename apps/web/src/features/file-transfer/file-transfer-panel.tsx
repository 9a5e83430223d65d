import type { FileTransferConnection } from '@curvewell/domain';
import { Button, EmptyState } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import {
  fileTransferQueries,
  useFreshConnection,
  useSaveConnection,
  useTestConnection,
} from '../../data/file-transfer.ts';
import { text } from '../../locale/text.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { useRecordForm } from '../../shared/forms/use-record-form.ts';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.ts';
import { ConnectionFooter } from './connection-footer.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionTestCard } from './connection-test-card.tsx';
import {
  CONNECTION_WORDS,
  connectionValues,
  type ConnectionValues,
  isComplete,
  missingSecret,
  NEW_CONNECTION,
  sentBody,
  valuesSchema,
} from './connection-values.ts';
import { DeliveriesCard } from './deliveries-card.tsx';
import styles from './file-transfer.module.css';
import { WaitingFields } from '../../shared/ui/screen/waiting.tsx';

const words = text.fileTransfer;

/** The laboratory's file server: connection, test and deliveries. */
export function FileTransferPanel() {
  const { data, isError, refetch } = useQuery(fileTransferQueries.connection);
  const [isAdding, setAdding] = useState(false);
  if (isError) return <ListFailed title={words.notFound} onRetry={() => void refetch()} />;
  if (data === undefined) return <WaitingFields count={8} />;
  if (data === null && !isAdding) {
    return (
      <div className={styles['none']}>
        <EmptyState description={words.none}>
          <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <Connection key={data?.id ?? 'new'} saved={data ?? NEW_CONNECTION} onGone={() => setAdding(false)} />
  );
}

interface ConnectionProps {
  readonly saved: FileTransferConnection;
  readonly onGone: () => void;
}

function Connection({ saved, onGone }: ConnectionProps) {
  const isNew = saved.id === '';
  const save = useSaveConnection(isNew);
  const test = useTestConnection();
  const fresh = useFreshConnection();
  const [tested, setTested] = useState<string | null>(null);
  const form = useRecordForm<FileTransferConnection, ConnectionValues>({
    saved,
    revisionOf: ({ revision }) => revision,
    valuesOf: connectionValues,
    schema: valuesSchema,
    words: CONNECTION_WORDS,
    load: async () => (await fresh()) ?? NEW_CONNECTION,
  });
  const { values, isChanged, conflict } = form;
  useUnsavedGuard({ isChanged: isChanged || isNew, isKept: false });
  const missing = missingSecret(values, saved);
  const lacks = !isComplete(values) || missing !== null;

  const onSave = async () => {
    try {
      const answer = await form.submit(({ revision, ...settled }) =>
        save.mutateAsync(sentBody(settled, revision)),
      );
      if (answer !== null) toastSuccess(words.saved);
    } catch (error) {
      toastError(words.notSaved, error);
    }
  };
  const onTest = async () => {
    const checked = valuesSchema.safeParse(values);
    if (!checked.success) {
      form.showIssues(checked.error.issues);
      return;
    }
    setTested(shapeOf(values));
    try {
      const { works, hostKeyFingerprint, hostKeyState } = await test.run(checked.data);
      if (hostKeyState === 'first-seen') form.set({ hostKeyFingerprint });
      if (works) toastSuccess(words.test.works);
    } catch (error) {
      toastError(words.test.failed, error);
    }
  };

  return (
    <div className={styles['page']}>
      <ConnectionForm
        saved={saved}
        values={values}
        issues={form.issues}
        conflict={conflict}
        missing={missing}
        onChange={form.set}
        onSave={onSave}
      />
      <ConnectionTestCard
        result={test.seen}
        saved={saved}
        isRunning={test.isRunning}
        isOutdated={tested !== null && tested !== shapeOf(values)}
        isHeld={lacks}
        onTest={() => void onTest()}
        onForget={(hostKeyFingerprint) => form.set({ hostKeyFingerprint })}
      />
      {!isNew && <DeliveriesCard />}
      <ConnectionFooter
        saved={saved}
        changes={form.changed.size}
        isBusy={save.isPending}
        isHeld={lacks}
        onCancel={() => {
          if (isNew) onGone();
          else form.reset();
        }}
        onDeleted={onGone}
      />
    </div>
  );
}

/** The values that a test depends on. A host key found by the test does not make it out of date. */
function shapeOf({
  hostKeyFingerprint: _,
  sendFilesOnApproval: __,
  noticeAddresses: ___,
  ...values
}: ConnectionValues): string {
  return JSON.stringify(values);
}
