export const record = {
  unchanged: 'Unchanged since the signature',
  changed: 'Differs from what was signed',
  differs: (what: string, signed: string, found: string) => `${what}: signed ${signed}, now ${found}`,
  nothing: 'nothing',
  more: (count: number) => `${count} more`,
  contactAdministrator: 'Contact your administrator.',
  notChecked: 'The signature could not be checked.',
} as const;
