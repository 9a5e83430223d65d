export { archiveNext } from './archive-next.ts';
export { startArchiveWorker } from './archive-worker.ts';
export { purgeDaily } from './purge-archive.ts';
