/** The tabs of the Configuration page. */
export const configuration = {
  tabs: {
    analysers: 'Analysers',
  },
} as const;
