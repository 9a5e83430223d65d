export { retryArchiving, archiveRun } from './archive-job.ts';
export { purgeArchive } from './purge-archive.ts';
