import { jobKindSchema, jobStateSchema } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';

import { jobQueries } from '../data/jobs.ts';
import { JobCountsTable } from '../features/jobs/job-counts-table.tsx';
import { JobList } from '../features/jobs/job-list.tsx';
import styles from '../features/jobs/jobs.module.css';
import { text } from '../locale/text.ts';
import { ListFailed } from '../shared/ui/lists/list-failed.tsx';
import { LargeForBackupFileNote } from '../shared/ui/alerts/large-for-backup-file-note.tsx';
import { RestoredCopyNote } from '../shared/ui/alerts/restored-copy-note.tsx';
import { Screen } from '../shared/ui/screen/screen.tsx';
import { WaitingRows } from '../shared/ui/screen/waiting.tsx';

const JOB_KINDS = jobKindSchema.options.length;

/** `/admin/jobs?state=failed` – background jobs of all laboratories. */
export function JobsScreen() {
  const [address, setAddress] = useSearchParams();
  const { data, isError, refetch } = useQuery(jobQueries.list());
  return (
    <Screen title={text.jobs.title}>
      {data === undefined && isError ? (
        <ListFailed title={text.jobs.listFailed} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className={styles['page']}>
          <WaitingRows rows={JOB_KINDS + 1} height={36} />
          <WaitingRows height={36} hasBar />
        </div>
      ) : (
        <div className={styles['page']} data-copy={data.restoredCopy !== null || undefined}>
          {data.restoredCopy !== null && <RestoredCopyNote copy={data.restoredCopy} />}
          {data.largeForBackupFile !== null && <LargeForBackupFileNote {...data.largeForBackupFile} />}
          <JobCountsTable counts={data.counts} />
          <JobList
            jobs={data.jobs}
            state={jobStateSchema.safeParse(address.get('state')).data ?? null}
            onState={(state) => setAddress(state === null ? {} : { state }, { replace: true })}
          />
        </div>
      )}
    </Screen>
  );
}
