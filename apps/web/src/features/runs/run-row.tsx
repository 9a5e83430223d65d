import type { RunSummary } from '@curvewell/contracts';
import { ActionIcon, Anchor, Table, Tooltip } from '@mantine/core';
import { IconClock, IconEye, IconMail, IconMailOff, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { paths } from '../../app/paths.ts';
import { text } from '../../locale/text.ts';
import { formatDate, formatDay } from '../../shared/format.ts';
import { FullText } from '../../shared/ui/full-text.tsx';
import { RunStatusBadge } from '../../shared/ui/run-status-badge.tsx';
import { KitPairs } from './kit-pairs.tsx';
import styles from './run-list.module.css';

const ICON = { size: 18, stroke: 1.6 } as const;
const TOOLTIP_EVENTS = { hover: true, focus: true, touch: false } as const;

const isInterpreted = (run: RunSummary) => run.interpretationRunByName !== null;

/** Where a run goes on: its results, or what still has to be said of its plate. */
const addressOfRun = (run: RunSummary) =>
  isInterpreted(run) ? paths.runInterpretation(run.id) : paths.runCreation(run.id);

/** Whether a list offers to delete it. */
export const isDeletable = (run: RunSummary) => !isInterpreted(run) && run.permissions.canDelete;

interface RunRowProps {
  readonly run: RunSummary;
  readonly onDelete: (run: RunSummary) => void;
  /** null: this person may not, or the server does not allow it. */
  readonly onDownload: ((run: RunSummary) => void) | null;
}

export function RunRow({ run, onDelete, onDownload }: RunRowProps) {
  const { businessId, fileName, instrumentName, interpretationRunByName, status } = run;
  const columns = text.runs.columns;
  return (
    <Table.Tr className={styles['row'] ?? ''} data-run={run.id}>
      <Table.Td className={styles['id'] ?? ''} data-label={columns.businessId}>
        <Anchor component={Link} to={addressOfRun(run)} className={styles['open'] ?? ''} data-row-link>
          {businessId}
        </Anchor>
        {run.deletionDate !== null && <DeletionClock date={run.deletionDate} />}
      </Table.Td>
      <Table.Td className={styles['file'] ?? ''} data-label={columns.fileName}>
        {onDownload ? (
          <FullText full={fileName} hasOwnFocus>
            <Anchor
              component="button"
              type="button"
              className={styles['download'] ?? ''}
              aria-label={text.runs.download(fileName)}
              onClick={() => {
                onDownload(run);
              }}
            >
              {fileName}
            </Anchor>
          </FullText>
        ) : (
          <FullText full={fileName} />
        )}
        <span className={styles['second']}>
          {[instrumentName, interpretationRunByName].filter(Boolean).join(' · ')}
        </span>
      </Table.Td>
      <Table.Td className={styles['wide'] ?? ''}>
        <FullText full={instrumentName} />
      </Table.Td>
      <Table.Td data-label={columns.kitReactionBuffer}>
        <KitPairs pairs={run.usedKitReactionBufferPairs} />
      </Table.Td>
      <Table.Td className={styles['wide'] ?? ''}>
        <FullText full={interpretationRunByName ?? ''} />
      </Table.Td>
      <Table.Td data-label={columns.created}>{formatDate(run.created)}</Table.Td>
      <Table.Td data-label={columns.status}>
        <span className={styles['status']}>
          <RunStatusBadge status={status} />
          {run.ftpSent !== null && <Envelope sent={run.ftpSent} />}
        </span>
      </Table.Td>
      <Table.Td>
        <RunActions run={run} onDelete={onDelete} />
      </Table.Td>
    </Table.Tr>
  );
}

function RunActions({ run, onDelete }: Pick<RunRowProps, 'run' | 'onDelete'>) {
  if (isInterpreted(run)) {
    return (
      <Tooltip label={text.runs.open(run.businessId)} events={TOOLTIP_EVENTS}>
        <ActionIcon
          component={Link}
          to={paths.runInterpretation(run.id)}
          variant="subtle"
          size={28}
          aria-label={text.runs.open(run.businessId)}
        >
          <IconEye {...ICON} />
        </ActionIcon>
      </Tooltip>
    );
  }
  if (!isDeletable(run)) return null;
  return (
    <Tooltip label={text.runs.delete(run.businessId)} events={TOOLTIP_EVENTS}>
      <ActionIcon
        variant="subtle"
        color="danger"
        size={28}
        aria-label={text.runs.delete(run.businessId)}
        onClick={() => {
          onDelete(run);
        }}
      >
        <IconTrash {...ICON} />
      </ActionIcon>
    </Tooltip>
  );
}

function DeletionClock({ date }: { readonly date: string }) {
  const words = text.runs.deletedOn(formatDay(date));
  return <Sign label={words} icon={IconClock} />;
}

function Envelope({ sent }: { readonly sent: boolean }) {
  return sent ? (
    <Sign label={text.runs.sent} icon={IconMail} />
  ) : (
    <Sign label={text.runs.notSent} icon={IconMailOff} danger />
  );
}

interface SignProps {
  readonly label: string;
  readonly icon: typeof IconClock;
  readonly danger?: boolean;
}

/** A sign that stands without a word; it says what it means on hover and focus. */
function Sign({ label, icon: SignIcon, danger = false }: SignProps) {
  return (
    <Tooltip label={label} events={TOOLTIP_EVENTS}>
      <span
        className={styles['sign']}
        role="img"
        aria-label={label}
        tabIndex={0}
        data-danger={danger || undefined}
      >
        <SignIcon {...ICON} aria-hidden />
      </span>
    </Tooltip>
  );
}
