import type { Job } from '@curvewell/domain';
import { Anchor, Button, Table } from '@mantine/core';
import { IconCheck, IconClock, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { useMe } from '../../data/identity.ts';
import { useRestartJob } from '../../data/jobs.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime, formatSeconds } from '../../shared/format/format.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { FullText } from '../../shared/ui/lists/full-text.tsx';
import { StateBadge } from '../../shared/ui/badges/state-badge.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import styles from './jobs.module.css';

const words = text.jobs;
const LOOKS = {
  failed: { color: 'danger', Icon: IconX },
  running: { color: 'accent', Icon: IconPlayerPlay },
  waiting: { color: 'warning', Icon: IconClock },
  done: { color: 'success', Icon: IconCheck },
} as const;

export function JobRow({ job }: { readonly job: Job }) {
  const { kind, state, since, dueAt, tries, error, laboratory } = job;
  return (
    <Table.Tr>
      <Table.Td>
        <StateBadge look={LOOKS[state]}>{words.states[state]}</StateBadge>
      </Table.Td>
      <Table.Td>
        <FullText full={words.kinds[kind]} />
      </Table.Td>
      <Table.Td>
        <RunOf job={job} />
      </Table.Td>
      <Table.Td>
        {laboratory !== null && (
          <Anchor
            component={Link}
            fz="inherit"
            to={`${paths.laboratories()}?laboratory=${laboratory.id}`}
            className={styles['laboratory'] ?? ''}
          >
            {laboratory.name}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td>
        <time dateTime={since}>{formatDateTime(since)}</time>
        {dueAt !== null && <small>{words.dueAt(formatSeconds(dueAt))}</small>}
      </Table.Td>
      <Table.Td className={styles['number'] ?? ''}>{tries}</Table.Td>
      <Table.Td>{error !== null && <FullText full={error} />}</Table.Td>
      <Table.Td className={styles['act'] ?? ''}>{state === 'failed' && <Again job={job} />}</Table.Td>
    </Table.Tr>
  );
}

/** The job's run, as a link for users of its laboratory. */
function RunOf({ job: { run, laboratory, kind, state } }: { readonly job: Job }) {
  const { laboratories } = useMe();
  if (run === null) return null;
  if (!laboratories.some(({ id }) => id === laboratory?.id)) return run.businessId;
  const isArchived = kind === 'archive' && state === 'done';
  return (
    <Anchor
      component={Link}
      fw={600}
      fz="inherit"
      to={isArchived ? paths.archiveInterpretation(run.id) : paths.runInterpretation(run.id)}
    >
      {run.businessId}
    </Anchor>
  );
}

function Again({ job }: { readonly job: Job }) {
  const { mutate, isPending } = useRestartJob();
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={13} stroke={1.6} />}
      loading={isPending}
      aria-label={words.againOf(words.kinds[job.kind], job.run?.businessId ?? null)}
      onClick={() =>
        mutate(job, {
          onSuccess: () => toastSuccess(words.begun),
          onError: (error) => toastError(words.notBegun, error),
        })
      }
    >
      {words.again}
    </Button>
  );
}
