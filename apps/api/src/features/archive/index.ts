export { retryArchiving, archiveRun } from './archive-job.ts';
export { purgeArchive, purgeDue } from './purge-archive.ts';
