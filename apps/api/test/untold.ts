/** For exported heads that nobody listens for. */
export const UNTOLD = { onHead: () => undefined, onRolledBack: () => undefined };
