/** The tabs of the Configuration page. */
export const configuration = {
  tabs: {
    lots: 'Lot configuration',
    kits: 'Kit configuration',
    analysers: 'Analysers',
  },
} as const;
