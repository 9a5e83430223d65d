/** For exported heads that nobody listens for. */
export const UNTOLD = { timeStamps: { isOn: false }, onHead: () => undefined, onRolledBack: () => undefined };
