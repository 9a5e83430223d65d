/** The tabs of the Configuration page. */
export const configuration = {
  tabs: {
    kits: 'Kit configuration',
    analysers: 'Analysers',
  },
} as const;
