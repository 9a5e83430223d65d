export const signIn = {
  signingIn: 'Signing in …',
  failed: 'Authentication Failed',
  away: 'The sign-in service does not answer. Try again in a moment, or ask whoever looks after it.',
  unavailable: 'The server does not answer. Trying again …',
  nextTry: (seconds: number) => `Next try in ${seconds} s.`,
  insecure: {
    title: 'This address is not secure',
    why: (origin: string) =>
      `Browsers let people sign in only over https, or on the computer on which Curvewell runs. ${origin} is neither.`,
    todo: (port: string) =>
      `Open Curvewell by its https address. On the computer on which it runs, http://localhost${port === '' ? '' : `:${port}`} works too.`,
    whom: 'If you do not know it, ask whoever set up Curvewell: it is the setting PUBLIC_URL.',
  },
} as const;
