const wells = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);

/** The table of several wells. */
export const resultsTable = {
  selected: (count: number) => `${wells(count)} selected`,
  count: wells,
  copy: 'Copy',
  copied: (count: number) => `${wells(count)} copied.`,
  notCopied: 'The table could not be copied.',
  /** Head of the last column of a copied table whose run is not approved. */
  notice: 'Notice',
  csv: 'CSV',
  saveCsv: 'Save the table as CSV',
  file: (businessId: number, channel: string, phase: string) =>
    `run-${businessId}-${channel}-${phase}-table.csv`,
  heads: {
    well: 'Well',
    sample: 'Sample',
    result: 'Result',
    zone: (zone: string) => `${zone} °C`,
    height: 'Height',
    difference: 'vs control',
    cq: 'Cq',
    shapeDistance: 'Shape, %',
    doubted: '(doubtful)',
    flags: 'Flags',
    kit: 'Kit',
    type: 'Sample type',
    combination: 'Combination',
  },
  noValue: '–',
} as const;
