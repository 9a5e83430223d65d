/** Days for which an archived run flagged for deletion can be restored. */
export const ARCHIVE_RETENTION_DAYS = 30;
