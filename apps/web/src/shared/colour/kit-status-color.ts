/** Success, information, danger, and grey for what has no status of its own. */
const COLORS: Readonly<Record<string, string>> = {
  VALIDATED: 'success',
  NOT_VALIDATED: 'accent',
  PERF: 'danger',
};

export const kitStatusColor = (status: string | null): string => COLORS[status ?? ''] ?? 'gray';
