export const RUN_FILE_TYPES = ['xml', 'xlsx', 'xls'] as const;
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;
