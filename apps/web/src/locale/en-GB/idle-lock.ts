/** The page that covers everything once nobody has done anything for a while. */
export const idleLock = {
  title: 'Session locked',
  text: (login: string) =>
    `Nobody has done anything here for a while. Sign in again as ${login} to go on where you were; what you have not saved is kept.`,
  leaves: 'The browser opens no window for it: this page leaves for the sign-in.',
  soon: (seconds: number) => `This session locks in ${seconds} s. Press a key or move the mouse to go on.`,
  unlock: 'Sign in again',
  logOut: 'Log out',
} as const;
