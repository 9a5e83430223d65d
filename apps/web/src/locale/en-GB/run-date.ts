/** The run date, and the dialog to enter it. */
export const runDate = {
  title: (businessId: number) => `Run date of run ${businessId}`,
  day: 'Day',
  time: 'Time',
  dayMissing: 'Enter the day.',
  timeMissing: 'Enter the time.',
  zone: (timeZone: string) => `In the time zone of the laboratory: ${timeZone}.`,
  save: 'Save run date',
  set: 'Set the date',
  change: 'Change the date',
  saved: 'Run date saved.',
  notSaved: 'The run date could not be saved.',
  notInFile: 'Not in the file',
  importedAt: (at: string) => `The run was imported on ${at}.`,
  unknown: 'Not known',
  mark: { IMPORT: 'imported', UNKNOWN: 'source unknown', PERSON: 'entered' },
} as const;
