/** The command line cannot be parsed; the help is shown. */
export class AdminUsageError extends Error {}
