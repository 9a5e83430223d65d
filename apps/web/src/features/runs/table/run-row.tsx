import type { RunSummary } from '@curvewell/domain';
import { ActionIcon, Anchor, Table, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconEye, IconRestore, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { formatDate, formatDay } from '../../../shared/format/format.ts';
import type { NameParts } from '../../../shared/format/name-parts.ts';
import { useRowOpening } from '../../../shared/hooks/use-row-opening.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { ArchivingMark } from '../../../shared/ui/badges/archiving-mark.tsx';
import { FullText, MiddleCut, OwnPart } from '../../../shared/ui/lists/full-text.tsx';
import { RecordMark } from '../../../shared/ui/badges/record-mark.tsx';
import { RunStatusBadge } from '../../../shared/ui/badges/run-status-badge.tsx';
import { SendMark } from '../../../shared/ui/badges/send-mark.tsx';
import { TrialMark } from '../../../shared/ui/badges/trial-mark.tsx';
import { KitPairs } from './kit-pairs.tsx';
import { statusAgeText, waitsLong } from './run-age.ts';
import styles from './run-list.module.css';

const ICON = { size: 18, stroke: 1.6 } as const;
const TOOLTIP_EVENTS = { hover: true, focus: true, touch: false } as const;

const isInterpreted = (run: RunSummary) => run.interpretationRunByName !== null;

/** The address of a run's results or, before its interpretation, of its plate setup. */
function addressOfRun(run: RunSummary, isArchive: boolean): string {
  if (isArchive) return paths.archiveInterpretation(run.id);
  return isInterpreted(run) ? paths.runInterpretation(run.id) : paths.runCreation(run.id);
}

/** Whether a list offers to delete a run. */
export const isDeletable = (run: RunSummary) =>
  run.permissions.canDeletePermanently || (!isInterpreted(run) && run.permissions.canDelete);

/** The actions of a list on its runs. */
export interface RunActions {
  readonly isArchive: boolean;
  readonly onDelete: (run: RunSummary) => void;
  readonly onRestore: (run: RunSummary) => void;
  /** null without the permission. */
  readonly onDownload: ((run: RunSummary) => void) | null;
}

interface RunRowProps extends RunActions {
  readonly run: RunSummary;
  /** The file name, parted by what the runs of the instrument have in common. */
  readonly name: NameParts;
  /** ms; for ages. */
  readonly now: number;
}

export function RunRow({ run, name, now, ...actions }: RunRowProps) {
  const { isArchive } = actions;
  const { businessId, instrumentName, interpretationRunByName } = run;
  const columns = text.runs.columns;
  const address = addressOfRun(run, isArchive);
  const opening = useRowOpening(address);
  return (
    <Table.Tr className={styles['row'] ?? ''} data-run={run.id} {...opening}>
      <Table.Td className={styles['id'] ?? ''} data-label={columns.businessId}>
        <Anchor component={Link} to={address} className={styles['open'] ?? ''} data-row-link>
          {businessId}
        </Anchor>
        {run.deletionDate !== null && <DeletionClock date={run.deletionDate} />}
      </Table.Td>
      <Table.Td className={styles['file'] ?? ''} data-label={columns.fileName}>
        <FileName run={run} name={name} onDownload={actions.onDownload} />
        <span className={styles['second']}>
          {run.isTrial && <TrialMark />}
          {run.plateId !== null && <span className={styles['plate']}>{run.plateId}</span>}
          <span className={styles['joinedInstrument']}>{instrumentName}</span>
          {interpretationRunByName !== null && (
            <span className={styles['joinedOperator']}>{interpretationRunByName}</span>
          )}
        </span>
      </Table.Td>
      <Table.Td className={styles['instrument'] ?? ''}>
        <FullText full={instrumentName}>
          <MiddleCut words={instrumentName} tail={10} />
        </FullText>
      </Table.Td>
      <Table.Td className={styles['kitCell'] ?? ''} data-label={columns.kitReactionBuffer}>
        <KitPairs pairs={run.usedKitReactionBufferPairs} />
        {run.samples !== undefined && (
          <span className={styles['samples']}>{text.runs.samples(run.samples)}</span>
        )}
      </Table.Td>
      <Table.Td className={styles['operator'] ?? ''}>
        <FullText full={interpretationRunByName ?? ''}>
          <span className={styles['person']}>{interpretationRunByName}</span>
        </FullText>
      </Table.Td>
      <Table.Td data-label={columns.created}>
        {formatDate(run.created)}
        <DateMark source={run.runDateSource} />
      </Table.Td>
      {isArchive && <Table.Td data-label={columns.archivedOn}>{formatDate(run.since)}</Table.Td>}
      <Table.Td data-label={columns.status}>
        <span className={styles['status']}>
          {/* The column has room for only one of them. */}
          {run.archiving === null ? (
            <RunStatusBadge status={run.status} />
          ) : (
            <ArchivingMark archiving={run.archiving} />
          )}
          <SendMark run={run} />
          <RecordMark record={run.record} />
        </span>
        {!isArchive && <Age run={run} now={now} />}
      </Table.Td>
      <Table.Td className={styles['actionsCell'] ?? ''}>
        <ActionsOfRun run={run} {...actions} />
      </Table.Td>
    </Table.Tr>
  );
}

function FileName({ run, name, onDownload }: Pick<RunRowProps, 'run' | 'name' | 'onDownload'>) {
  const { fileName } = run;
  const isParted = name.own !== fileName;
  if (onDownload === null)
    return (
      <FullText full={fileName} isAlways={isParted}>
        <OwnPart {...name} />
      </FullText>
    );
  return (
    <FullText full={fileName} hasOwnFocus isAlways={isParted}>
      <Anchor
        component="button"
        type="button"
        className={styles['download'] ?? ''}
        aria-label={text.runs.download(fileName)}
        onClick={() => {
          onDownload(run);
        }}
      >
        <OwnPart {...name} />
      </Anchor>
    </FullText>
  );
}

/** Marks a date that does not come from the analyser: entered by a user, or the import date. */
function DateMark({ source }: { readonly source: RunSummary['runDateSource'] }) {
  if (source === 'FILE' || source === 'FILE_ZONE') return null;
  return <span className={styles['dateMark']}>{text.runDate.mark[source]}</span>;
}

/** How long a run has been in its status. Highlighted if it has waited for more than a day. */
function Age({ run, now }: Pick<RunRowProps, 'run' | 'now'>) {
  const isLong = waitsLong(run, now);
  return (
    <span className={styles['age']} data-long={isLong || undefined}>
      {isLong && <IconAlertTriangle size={14} stroke={1.6} aria-hidden />}
      {statusAgeText(run, now)}
    </span>
  );
}

function ActionsOfRun({ run, isArchive, onDelete, onRestore }: Omit<RunRowProps, 'now' | 'name'>) {
  const { businessId, permissions } = run;
  const words = text.runs;
  return (
    <span className={styles['actions']}>
      {(isArchive || isInterpreted(run)) && (
        <Tooltip label={words.open(businessId)} events={TOOLTIP_EVENTS}>
          <ActionIcon
            component={Link}
            to={addressOfRun(run, isArchive)}
            variant="subtle"
            size={28}
            aria-label={words.open(businessId)}
          >
            <IconEye {...ICON} />
          </ActionIcon>
        </Tooltip>
      )}
      {permissions.canRestore && (
        <ActButton
          label={words.restore(businessId)}
          icon={IconRestore}
          onAct={() => {
            onRestore(run);
          }}
        />
      )}
      {isDeletable(run) && (
        <ActButton
          label={isArchive ? words.deletePermanently(businessId) : words.delete(businessId)}
          icon={IconTrash}
          color="danger"
          onAct={() => {
            onDelete(run);
          }}
        />
      )}
    </span>
  );
}

interface ActButtonProps {
  readonly label: string;
  readonly icon: typeof IconTrash;
  readonly color?: string;
  readonly onAct: () => void;
}

function ActButton({ label, icon: ActIcon, color = 'accent', onAct }: ActButtonProps) {
  return (
    <Tooltip label={label} events={TOOLTIP_EVENTS}>
      <ActionIcon variant="subtle" color={color} size={28} aria-label={label} onClick={onAct}>
        <ActIcon {...ICON} />
      </ActionIcon>
    </Tooltip>
  );
}

/** An icon only; hover and focus show its meaning. */
function DeletionClock({ date }: { readonly date: string }) {
  const label = text.runs.deletedAfter(formatDay(date));
  return (
    <Tooltip label={label} events={TOOLTIP_EVENTS}>
      <span className={styles['sign']} role="img" aria-label={label} tabIndex={0}>
        <IconClock {...ICON} aria-hidden />
      </span>
    </Tooltip>
  );
}
