import { JOBS_LISTED, type JobPage } from '@curvewell/contracts';
import { jobStateSchema } from '@curvewell/domain';
import { Button, EmptyState, SegmentedControl, Table } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { formatCount, formatZone } from '../../shared/format/format.ts';
import { JobRow } from './job-row.tsx';
import { JobSelects } from './job-selects.tsx';
import styles from './jobs.module.css';
import type { ShowJobs, ShownJobs } from './shown-jobs.ts';

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
  readonly page: JobPage;
  /** Whether the jobs of another filter are shown while those of this one load. */
  readonly isStale: boolean;
  readonly shown: ShownJobs;
  readonly onShow: ShowJobs;
}

/** The newest jobs of each state, failed ones first. */
export function JobList({ page, isStale, shown, onShow }: JobListProps) {
  const { state } = shown;
  const jobs = page.jobs.filter((job) => state === null || job.state === state);
  const newest = jobs[0];
  const isFiltered = shown.kind !== null || shown.laboratoryId !== null;
  return (
    <div className={styles['card']} aria-busy={isStale || undefined}>
      <div className={styles['bar']}>
        <h2 className="visually-hidden">{words.table}</h2>
        <SegmentedControl
          size="xs"
          aria-label={words.filter}
          data={[
            { value: 'all', label: words.all },
            ...jobStateSchema.options.map((value) => ({
              value,
              label: words.count(words.states[value], formatCount(page.found[value])),
            })),
          ]}
          value={state ?? 'all'}
          onChange={(value) => onShow({ state: jobStateSchema.safeParse(value).data ?? null })}
        />
        <JobSelects page={page} shown={shown} onShow={onShow} />
        <span className={styles['note']}>
          {words.most(JOBS_LISTED)} {newest !== undefined && words.times(formatZone(newest.since))}
        </span>
      </div>
      {jobs.length === 0 ? (
        <EmptyState
          description={
            isFiltered ? words.noneFound : state === null ? words.empty : words.noneIn(words.states[state])
          }
        >
          {isFiltered && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onShow({ state: null, kind: null, laboratoryId: null })}
            >
              {words.clear}
            </Button>
          )}
        </EmptyState>
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
              {jobs.map((job) => (
                <JobRow key={`${job.kind} ${job.id}`} job={job} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </div>
  );
}
