import { signedHeadSchema, type ChainState, type SignedHead } from '@curvewell/domain';
import { Alert, Button, FileButton } from '@mantine/core';
import { IconAlertTriangle, IconFileCheck, IconShield } from '@tabler/icons-react';
import { useState } from 'react';

import { useCompareHeads } from '../../../data/audit.ts';
import { text } from '../../../locale/text.ts';
import { formatCount, formatDay } from '../../../shared/format/format.ts';
import { toastError } from '../../../shared/ui/messages/toast.tsx';
import styles from '../audit.module.css';

const words = text.audit.compare;

/** The chosen audit heads and the result of comparing the trails with them. */
export interface Comparison {
  readonly heads: readonly SignedHead[];
  /** Names of files without an audit head. */
  readonly wrong: readonly string[];
  readonly states: readonly ChainState[];
}

/** Reads audit heads exported earlier and compares the audit trails with them. */
export function CompareHeads({ onCompared }: { readonly onCompared: (found: Comparison | null) => void }) {
  const compare = useCompareHeads();
  const [round, setRound] = useState(0);
  const choose = async (files: readonly File[]): Promise<void> => {
    // Forces a new report even if the same file is chosen again.
    setRound(round + 1);
    onCompared(null);
    const read = await Promise.all(
      files.map(async (file) => ({ file: file.name, head: headOf(await file.text()) })),
    );
    const heads = read.flatMap(({ head }) => head ?? []);
    const wrong = read.filter(({ head }) => head === null).map(({ file }) => file);
    try {
      const states = heads.length === 0 ? [] : await compare.mutateAsync(heads);
      onCompared({ heads, wrong, states });
    } catch (error) {
      toastError(words.failed, error);
    }
  };
  return (
    <FileButton
      key={round}
      multiple
      accept=".json,application/json"
      onChange={(files) => {
        if (files.length > 0) void choose(files);
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          title={words.about}
          leftSection={<IconFileCheck size={15} stroke={1.6} aria-hidden />}
          loading={compare.isPending}
        >
          {words.choose}
        </Button>
      )}
    </FileButton>
  );
}

/** null if the content is not an audit head. */
function headOf(content: string): SignedHead | null {
  try {
    return signedHeadSchema.parse(JSON.parse(content));
  } catch {
    return null;
  }
}

interface ComparedHeadsProps {
  readonly comparison: Comparison;
  readonly onClose: () => void;
}

/** The result for each audit trail. Missing or altered entries cannot be dismissed. */
export function ComparedHeads({ comparison: { heads, wrong, states }, onClose }: ComparedHeadsProps) {
  return (
    <>
      {wrong.map((file) => (
        <Note key={file} isGood={false} title={words.noHead(file)} onClose={onClose} />
      ))}
      {states.map(({ chain, laboratory, fault }) => {
        const [oldest] = heads
          .filter(({ head }) => head.chain === chain)
          .toSorted((a, b) => a.head.at.localeCompare(b.head.at));
        const whose = laboratory ?? text.audit.installation;
        if (fault !== null)
          return (
            <Note key={chain} isGood={false} title={text.audit.brokenTitle(whose)}>
              {fault.text} {text.audit.contactAdministrator}
            </Note>
          );
        return (
          <Note
            key={chain}
            isGood
            title={words.unbrokenSince(formatDay(oldest?.head.at ?? ''))}
            onClose={onClose}
          >
            {words.holds(whose, formatCount(oldest?.head.number ?? 0))}
          </Note>
        );
      })}
    </>
  );
}

interface NoteProps {
  readonly isGood: boolean;
  readonly title: string;
  readonly children?: React.ReactNode;
  /** If omitted, it cannot be closed. */
  readonly onClose?: () => void;
}

function Note({ isGood, title, children, onClose }: NoteProps) {
  const Icon = isGood ? IconShield : IconAlertTriangle;
  return (
    <Alert
      role={isGood ? 'status' : 'alert'}
      color={isGood ? 'success' : 'danger'}
      className={styles['broken'] ?? ''}
      icon={<Icon size={18} stroke={1.6} aria-hidden />}
      title={title}
      {...(onClose && { withCloseButton: true, closeButtonLabel: words.close, onClose })}
    >
      {children}
    </Alert>
  );
}
