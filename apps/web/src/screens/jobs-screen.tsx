import { jobKindSchema } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';

import { jobQueries } from '../data/jobs.ts';
import { JobCountsTable } from '../features/jobs/job-counts-table.tsx';
import { JobList } from '../features/jobs/job-list.tsx';
import { useShownJobs } from '../features/jobs/shown-jobs.ts';
import styles from '../features/jobs/jobs.module.css';
import { text } from '../locale/text.ts';
import { ListFailed } from '../shared/ui/lists/list-failed.tsx';
import { LargeForBackupFileNote } from '../shared/ui/alerts/large-for-backup-file-note.tsx';
import { RestoredCopyNote } from '../shared/ui/alerts/restored-copy-note.tsx';
import { Screen } from '../shared/ui/screen/screen.tsx';
import { WaitingRows } from '../shared/ui/screen/waiting.tsx';

const JOB_KINDS = jobKindSchema.options.length;

/** `/admin/jobs?state=failed&kind=archive&laboratory=…` – background jobs of all laboratories. */
export function JobsScreen() {
  const [shown, show] = useShownJobs();
  const { kind, laboratoryId } = shown;
  const filter = { ...(kind !== null && { kind }), ...(laboratoryId !== null && { laboratoryId }) };
  const { data, isError, isPlaceholderData, refetch } = useQuery(jobQueries.list(filter));
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
          <JobCountsTable counts={data.counts} shown={shown} onShow={show} />
          <JobList page={data} isStale={isPlaceholderData} shown={shown} onShow={show} />
        </div>
      )}
    </Screen>
  );
}
