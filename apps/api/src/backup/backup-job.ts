import { AppError } from '../errors.ts';
import { recordBackup } from './installation.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { makeBackup, type BackupOptions } from './make-backup.ts';

export type BackupDependencies = Omit<BackupOptions, 'signal'>;

/** Messages for faults of the folder, shown in the list of jobs. */
const FOLDER_FAULTS: Readonly<Record<string, string>> = {
  ENOTDIR: 'The folder for backups is not a folder.',
  EEXIST: 'The folder for backups is not a folder.',
  EACCES: 'Curvewell has no permission to write to the folder for backups.',
  EPERM: 'Curvewell has no permission to write to the folder for backups.',
  EROFS: 'The folder for backups is read-only.',
  ENOSPC: 'There is no space left in the folder for backups.',
  EDQUOT: 'There is no space left in the folder for backups.',
};

/** Makes a full backup, like the command. */
export const backUp =
  (dependencies: BackupDependencies): JobHandler<'backup'> =>
  async (_data, { signal }) => {
    try {
      await makeBackup({ ...dependencies, signal });
      await recordBackup(dependencies.databaseUrl);
    } catch (error) {
      const message = FOLDER_FAULTS[(error as NodeJS.ErrnoException).code ?? ''];
      throw message === undefined ? error : new AppError('storage-full', message, { cause: error });
    }
    return 'done';
  };
