const wells = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);

/** The export panel of a run. */
export const exportPanel = {
  format: 'Format',
  data: 'Data',
  wholePlate: 'Whole plate',
  selection: (count: number) => `Selection (${count})`,
  grouped: 'Grouped by well name',
  groupedHelp: 'one file per name, in a zip',
  sample: (name: string | null) => (name === null ? 'One sample (select its wells)' : `Sample ${name} only`),
  sampleFile: (fileName: string) => `All wells of the sample, nothing about others → ${fileName}`,
  asPlate: 'As a plate',
  bySample: 'With a table by sample',
  sort: 'Sort',
  row: 'Row',
  column: 'Column',
  kits: 'Kits',
  delimiter: 'Delimiter',
  delimiters: { semicolon: 'Semicolon', comma: 'Comma', pipe: 'Pipe' },
  trailing: 'Remove trailing columns',
  file: (count: number, fileName: string) => `${wells(count)} → ${fileName}`,
  forSystems: 'Whole run for another system',
  record: 'Signed record',
  recordIs:
    'The signed record contains the original files and everything needed to check the decision without this server.',
  resultsAre: {
    RUN_TO_INTERPRET: 'Its results are marked as preliminary.',
    WAIT_FOR_APPROVAL: 'Its results are marked as preliminary.',
    APPROVED: 'Its results are marked as final.',
    REJECTED: 'The run is rejected: the file contains no results.',
  },
  button: 'Export',
  working: 'Creating the file …',
  ready: 'Export ready',
  noWell: 'No well to export.',
  failed: 'An error occurred during the export file generation.',
  noFiles: "The server didn't find any files for this run.",
} as const;
