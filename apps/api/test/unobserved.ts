/** Options for exported heads without listeners. */
export const UNOBSERVED = {
  timeStamps: { isOn: false },
  onHead: () => undefined,
  onRolledBack: () => undefined,
};
