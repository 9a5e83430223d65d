import { Alert, FileInput } from '@mantine/core';
import { IconAlertTriangle, IconFile, IconFileUpload, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import type { ReadFile } from './read-document.ts';
import { TransferCard } from './transfer-card.tsx';
import styles from './transfer.module.css';

const words = text.transfer;
const MAX_PROBLEMS = 20;

interface FileCardProps {
  readonly title: string;
  /** What the file is for. */
  readonly text: string;
  readonly file: File | null;
  readonly read: ReadFile<unknown> | null;
  readonly isMissing: boolean;
  readonly isBusy: boolean;
  /** Why a valid file cannot be imported; null if it can. */
  readonly held: string | null;
  readonly onChoose: (file: File | null) => void;
  readonly onImport: () => void;
  readonly children: ReactNode;
}

/** Imports a file, chosen or dropped. Shows its content before anything is stored, or the errors in it. */
export function FileCard(props: FileCardProps) {
  const { title, text: about, file, read, isMissing, isBusy, held, onChoose, onImport, children } = props;
  const note =
    read?.kind === 'document'
      ? (held ?? words.nothingStored)
      : file !== null && read === null
        ? words.reading
        : words.chooseFirst;
  return (
    <TransferCard
      title={title}
      text={about}
      note={note}
      isWaiting={read?.kind !== 'document' || held !== null}
      action={title}
      icon={<IconUpload size={16} stroke={1.6} />}
      isBusy={isBusy}
      onAct={onImport}
      onDrop={onChoose}
    >
      <FileInput
        label={words.file}
        required
        accept=".json,application/json"
        placeholder={words.chooseFile}
        leftSection={<IconFile size={16} stroke={1.6} />}
        clearable
        clearButtonProps={{ 'aria-label': words.removeFile }}
        value={file}
        error={isMissing ? words.missingFile : read?.kind === 'wrong'}
        onChange={onChoose}
      />
      {read?.kind === 'wrong' && (
        <Alert
          color="danger"
          role="alert"
          title={read.title}
          icon={<IconAlertTriangle size={18} stroke={1.6} />}
        >
          <Problems problems={read.problems} />
        </Alert>
      )}
      {file === null && (
        <p className={styles['drop']}>
          <IconFileUpload size={28} stroke={1.4} aria-hidden />
          {words.drop}
        </p>
      )}
      {read?.kind === 'document' && children}
    </TransferCard>
  );
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
  const [only] = problems;
  if (problems.length === 1) return only;
  const more = problems.length - MAX_PROBLEMS;
  return (
    <ul className={styles['problems']}>
      {problems.slice(0, MAX_PROBLEMS).map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
      {more > 0 && <li>{words.more(more)}</li>}
    </ul>
  );
}
