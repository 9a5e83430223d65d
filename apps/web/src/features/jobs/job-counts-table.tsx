import { type JobCounts, JOBS_DONE_HOURS } from '@curvewell/contracts';
import { localTimeOf } from '@curvewell/domain';
import { Table, UnstyledButton } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { formatCount } from '../../shared/format/format.ts';
import styles from './jobs.module.css';
import type { ShowJobs, ShownJobs } from './shown-jobs.ts';

const words = text.jobs;
const STATES = ['failed', 'running', 'waiting', 'done'] as const;

interface JobCountsTableProps {
  readonly counts: readonly JobCounts[];
  readonly shown: ShownJobs;
  readonly onShow: ShowJobs;
}

/** Number of failed, running, waiting and completed jobs of each kind; a number lists its jobs. */
export function JobCountsTable({ counts, shown, onShow }: JobCountsTableProps) {
  return (
    <div className={styles['card']}>
      <div className={styles['frame']} role="region" aria-label={words.counts} tabIndex={0}>
        <Table className={`${styles['table'] ?? ''} ${styles['counts'] ?? ''}`}>
          <Table.Thead className={styles['head'] ?? ''}>
            <Table.Tr>
              <Table.Th scope="col">{words.columns.kind}</Table.Th>
              {STATES.map((state) => (
                <Table.Th key={state} scope="col" className={styles['number'] ?? ''}>
                  {state === 'done' ? words.lately(JOBS_DONE_HOURS) : words.states[state]}
                </Table.Th>
              ))}
              <Table.Th scope="col">{words.columns.begins}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {counts.map(({ kind, dailyAt, isHourly, ...of }) => (
              <Table.Tr key={kind} data-chosen={kind === shown.kind || undefined}>
                <Table.Th scope="row" fw={500}>
                  {words.kinds[kind]}
                </Table.Th>
                {STATES.map((state) => (
                  <Table.Td
                    key={state}
                    className={styles['number'] ?? ''}
                    data-failed={(state === 'failed' && of.failed > 0) || undefined}
                  >
                    {of[state] === 0 ? (
                      <span className={styles['none']}>{formatCount(0)}</span>
                    ) : (
                      <UnstyledButton
                        className={styles['count'] ?? ''}
                        aria-pressed={
                          kind === shown.kind && state === shown.state && shown.laboratoryId === null
                        }
                        aria-label={words.listThese(words.states[state], of[state], words.kinds[kind])}
                        onClick={() => onShow({ kind, state, laboratoryId: null })}
                      >
                        {formatCount(of[state])}
                      </UnstyledButton>
                    )}
                  </Table.Td>
                ))}
                <Table.Td>
                  {isHourly ? words.hourly : dailyAt === null ? words.asked : dailyText(dailyAt, new Date())}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  );
}

/** A daily time (UTC) by the clock of the reader, as every other time on screens, with the name of its zone. */
export function dailyText(
  time: string,
  today: Date,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const instant = new Date(`${today.toISOString().slice(0, 10)}T${time}:00Z`);
  return words.daily(localTimeOf(instant, timeZone).slice(11, 16), timeZone);
}
