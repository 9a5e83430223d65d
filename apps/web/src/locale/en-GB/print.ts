/** Heads and margins of printed pages. */
export const print = {
  notApproved: 'Not approved',
  notInterpreted: 'Not interpreted',
  rejected: 'Rejected: not a result',
  by: (at: string, zone: string, name: string) => `printed ${at} ${zone} by ${name}`,
} as const;
