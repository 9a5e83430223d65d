export { archiveNext } from './archive-next.ts';
export { startArchiveWorker } from './archive-worker.ts';
export { purgeArchive } from './purge-archive.ts';
