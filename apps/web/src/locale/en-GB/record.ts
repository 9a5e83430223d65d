export const record = {
  unchanged: 'Unchanged since the signature',
  changed: 'Not what was signed',
  differs: (what: string, signed: string, found: string) => `${what}: signed ${signed}, now ${found}`,
  nothing: 'nothing',
  more: (count: number) => `${count} more`,
  tell: 'Tell your administrator.',
  notChecked: 'The signature could not be checked.',
} as const;
