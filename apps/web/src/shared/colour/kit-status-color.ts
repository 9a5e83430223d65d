/** Success, information or danger. Other statuses are grey. */
const COLORS: Readonly<Record<string, string>> = {
  VALIDATED: 'success',
  NOT_VALIDATED: 'accent',
  PERF: 'danger',
};

export const kitStatusColor = (status: string | null): string => COLORS[status ?? ''] ?? 'gray';
