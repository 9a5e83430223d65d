/** Where an installation was restored from a backup. */
export const restoredCopy = {
  title: 'This is a restored copy',
  words: (restored: string, made: string) =>
    `Restored on ${restored} from the backup of ${made}. Deliveries, e-mails, backups and the deletion of archived runs are paused. If this copy replaces the installation, run “admin confirm-restored” on its server.`,
} as const;
