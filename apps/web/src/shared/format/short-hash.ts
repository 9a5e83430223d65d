/** Enough of a SHA-256 to distinguish it from another at sight: `4be1…07`. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-2)}`;
