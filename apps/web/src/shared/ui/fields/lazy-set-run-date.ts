import { lazyDialog } from '../dialogs/lazy-dialog.tsx';

/** Its calendar is as long as the plate, and few runs need it. */
export const LazySetRunDate = lazyDialog(async () => (await import('./set-run-date.tsx')).SetRunDate);
