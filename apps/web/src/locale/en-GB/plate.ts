const wells = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);

export const plate = {
  plate: (count: number) => `Plate, ${count} wells`,
  allWells: 'All wells',
  row: (letter: string) => `Row ${letter}`,
  column: (number: number) => `Column ${number}`,
  wells,
  selected: (count: number) => `${count} selected`,
  wellsSelected: (count: number) => (count === 0 ? 'No well selected' : `${wells(count)} selected`),
  announceSelection: (count: number, where: string) =>
    count === 0 ? 'No well selected' : `${wells(count)} selected, ${where}`,
  selectedOf: (selected: number, count: number, where: string) =>
    selected === 0 ? `0 of ${count} selected` : `${selected} of ${count} selected (${where})`,
  notSet: 'not set',
  notAnalysed: 'not analysed',
  noCurve: 'no curve in the file',
  noResult: 'No result',
  missing: (items: string) => `Missing: ${items}`,
  missingInName: (items: string) => `missing: ${items}`,
  more: (count: number) => `+${count}`,
  noneOf: {
    K: 'no kit',
    L: 'no lot',
    B: 'no buffer',
    S: 'no type',
    E: 'no expected',
  },
  caption: 'Caption',
  anySampleType: 'Any sample type',
  sampleTypeFilter: 'Sample type',
  selectAll: 'Select all',
  showAsTable: 'Show as table',
  showAsPlate: 'Show as plate',
  table: { position: 'Well', name: 'Name', sampleType: 'Sample type', state: 'State', select: 'Selected' },
  selectWell: (position: string) => `Select ${position}`,
  status: 'Focused well',
} as const;
