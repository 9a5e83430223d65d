import { JOBS_LISTED } from '@curvewell/contracts';
import { type Job, type JobState, jobStateSchema } from '@curvewell/domain';
import { EmptyState, SegmentedControl, Table } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { formatZone } from '../../shared/format/format.ts';
import { JobRow } from './job-row.tsx';
import styles from './jobs.module.css';

const words = text.jobs;
const { columns } = words;
const HEADS = [
  [columns.state, 116],
  [columns.kind, 272],
  [columns.run, 72],
  [columns.laboratory, 160],
  [columns.since, 150],
  [columns.tries, 64],
  [columns.error, undefined],
] as const;

interface JobListProps {
  readonly jobs: readonly Job[];
  /** Null for all. */
  readonly state: JobState | null;
  readonly onState: (state: JobState | null) => void;
}

/** The newest jobs of each state, failed ones first. */
export function JobList({ jobs, state, onState }: JobListProps) {
  const shown = jobs.filter((job) => state === null || job.state === state);
  const newest = shown[0];
  return (
    <div className={styles['card']}>
      <div className={styles['bar']}>
        <h2 className="visually-hidden">{words.table}</h2>
        <SegmentedControl
          size="xs"
          aria-label={words.filter}
          data={[
            { value: 'all', label: words.all },
            ...jobStateSchema.options.map((value) => ({
              value,
              label: words.count(words.states[value], jobs.filter((job) => job.state === value).length),
            })),
          ]}
          value={state ?? 'all'}
          onChange={(value) => onState(jobStateSchema.safeParse(value).data ?? null)}
        />
        <span className={styles['note']}>
          {words.most(JOBS_LISTED)} {newest !== undefined && words.times(formatZone(newest.since))}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState description={state === null ? words.empty : words.noneIn(words.states[state])} />
      ) : (
        <div className={styles['frame']} role="region" aria-label={words.table} tabIndex={0}>
          <Table className={styles['table'] ?? ''} layout="fixed" miw={1080} stickyHeader>
            <Table.Thead className={styles['head'] ?? ''}>
              <Table.Tr>
                {HEADS.map(([head, width]) => (
                  <Table.Th key={head} scope="col" w={width}>
                    {head}
                  </Table.Th>
                ))}
                <Table.Th scope="col" w={104}>
                  <span className="visually-hidden">{columns.acts}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((job) => (
                <JobRow key={`${job.kind} ${job.id}`} job={job} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </div>
  );
}
