export const signIn = {
  signingIn: 'Signing in …',
  failed: 'Authentication Failed',
  unavailable: 'The server does not answer. Trying again …',
} as const;
