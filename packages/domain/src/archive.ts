/** Days that an archive flagged for deletion can still be restored. */
export const ARCHIVE_RETENTION_DAYS = 30;
