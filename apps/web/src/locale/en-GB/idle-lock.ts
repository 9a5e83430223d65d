/** The cover of an idle session. */
export const idleLock = {
  title: 'Session locked',
  text: (login: string) =>
    `This session was idle. Sign in again as ${login} to continue where you were. Unsaved changes are kept.`,
  leaves: 'The browser blocked the sign-in window. The sign-in opens on this page instead.',
  soon: (seconds: number) => `This session locks in ${seconds} s. Press a key or move the mouse to continue.`,
  unlock: 'Sign in again',
  logOut: 'Sign out',
} as const;
