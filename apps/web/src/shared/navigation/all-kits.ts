/** The value of `?kit=` that shows the diagnostics of all kits. */
export const ALL_KITS = 'all';
