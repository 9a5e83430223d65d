/** For exported heads that nobody listens for. */
export const UNOBSERVED = {
  timeStamps: { isOn: false },
  onHead: () => undefined,
  onRolledBack: () => undefined,
};
