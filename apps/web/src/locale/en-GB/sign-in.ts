export const signIn = {
  signingIn: 'Signing in …',
  failed: 'Authentication Failed',
  away: 'The sign-in service is not responding. Try again in a moment, or contact your administrator.',
  unavailable: 'The server is not responding. Trying again …',
  nextAttempt: (seconds: number) => `Next attempt in ${seconds} s.`,
  insecure: {
    title: 'This address is not secure',
    why: (origin: string) =>
      `Browsers allow signing in only over https, or on the computer that runs Curvewell. ${origin} is neither.`,
    todo: (port: string) =>
      `Open Curvewell by its https address. On the computer that runs it, http://localhost${port === '' ? '' : `:${port}`} works too.`,
    whom: 'If you do not know this address, ask your administrator. It is the value of the setting PUBLIC_URL.',
  },
} as const;
