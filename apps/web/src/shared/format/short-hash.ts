/** Start and end of a SHA-256, enough to compare by eye: `4be1…07`. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-2)}`;
