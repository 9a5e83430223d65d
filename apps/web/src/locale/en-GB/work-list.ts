interface CellPlace {
  readonly line: number;
  readonly column: string;
}
const at = ({ line, column }: CellPlace): string => `Line ${line}, column ${column}`;
const found = (value: string | null): string => (value === null ? 'nothing' : `“${value}”`);
const wellsOf = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);

export const workList = {
  button: 'Work list',
  title: 'Fill in from a work list',
  file: 'Work list',
  choose: 'Choose a CSV file, or drop it on the plate',
  reading: (rows: number, delimiter: string, encoding: string) =>
    `${rows === 1 ? '1 row' : `${rows} rows`}, separated by ${delimiter}, ${encoding}`,
  delimiters: { ';': 'semicolons', ',': 'commas', '\t': 'tabs', '|': 'bars' },
  repeats: (ofKits: number, all: number) =>
    ofKits === all
      ? `${all === 1 ? '1 sample is' : `${all} samples are`} on the laboratory’s repeat list.`
      : `${ofKits} of ${all} samples on the laboratory’s repeat list are for kits of this run.`,
  hasHeads: 'The first row names the columns',
  columns: 'Columns',
  columnLike: (letters: string, cell: string) => `${letters}: ${cell}`,
  notInList: 'Not in the list',
  fields: {
    position: 'Position',
    row: 'Row',
    column: 'Column',
    sequence: 'Order of the wells',
    name: 'Name or barcode',
    sampleType: 'Sample type',
    orderId: 'Order id',
  },
  inOrder: (first: string, order: string, isSelection: boolean) =>
    isSelection
      ? `Without positions, the rows fill the selected wells, ${order} by ${order}.`
      : `Without positions, the rows fill the wells from ${first} on, ${order} by ${order}.`,
  order: { row: 'row', column: 'column' },
  fits: (fit: number, count: number) =>
    count === 1 ? `${fit} of 1 row fits.` : `${fit} of ${count} rows fit.`,
  leftOut: 'Skipped rows',
  lookAt: 'To review',
  more: (count: number) => `and ${count} more`,
  changes: 'What changes',
  was: (value: string) => `was ${value}`,
  fillIn: 'Fill in',
  step: 'work list',
  notKept: 'The wells are filled in. The columns of the list could not be stored for next time.',
  refusals: {
    tooLarge: (bytes: number) =>
      `The file is larger than ${bytes / 1024 / 1024} MB. A work list of 384 wells takes less than 0.1 MB: choose another file.`,
    encoding: 'The file is not text in UTF-8, UTF-16 or Windows-1252. Save it as “CSV UTF-8”.',
    nul: ({ line, character }: { readonly line: number; readonly character: number }) =>
      `Line ${line}, character ${character}: a character that text does not contain, so the file is not text in UTF-8. Save it as “CSV UTF-8”.`,
    control: ({ line, character }: { readonly line: number; readonly character: number }, code: number) =>
      `Line ${line}, character ${character}: a control character (U+${code.toString(16).toUpperCase().padStart(4, '0')}), so the file is not text. Save it as “CSV UTF-8”.`,
    quotes: (line: number) => `Line ${line}: a quotation mark is not closed, or is inside a cell.`,
    tooWide: (line: number, count: number, most: number) =>
      `Line ${line} has ${count} columns; a work list has ${most} at most.`,
    tooLong: (line: number, most: number) => `Line ${line}: a work list has ${most} rows at most.`,
    cellTooLong: (place: CellPlace, most: number) =>
      `${at(place)}: more than ${most} characters in one cell.`,
    formula: (place: CellPlace, cell: string) =>
      `${at(place)}: expected text, found a formula (“${cell}”). Save the values only.`,
    empty: 'The file contains no rows.',
  },
  problems: {
    noPosition: (place: CellPlace, value: string | null) =>
      `${at(place)}: expected a position such as A1, found ${found(value)}.`,
    offPlate: (line: number, position: string) => `Line ${line}: ${position} is not a well of this plate.`,
    noCurve: (line: number, position: string) => `Line ${line}: ${position} has no curve in the file.`,
    noRow: (place: CellPlace, value: string | null, most: number) =>
      `${at(place)}: expected a row, A to ${String.fromCharCode(64 + most)} or 1 to ${most}, found ${found(value)}.`,
    noColumn: (place: CellPlace, value: string | null, most: number) =>
      `${at(place)}: expected a column, 1 to ${most}, found ${found(value)}.`,
    noSequence: (place: CellPlace, value: string | null) =>
      `${at(place)}: expected a number from 1 on, found ${found(value)}.`,
    noSlot: (line: number, sequence: number, count: number) =>
      `Line ${line}: no well for row ${sequence}. There is room for ${count} rows only.`,
    twice: (line: number, position: string, others: readonly number[]) =>
      `Line ${line}: ${position} is also in line ${others.join(', ')}.`,
    noSampleType: (place: CellPlace, value: string) => `${at(place)}: sample type “${value}” is not known.`,
    tooLong: (place: CellPlace, most: number) => `${at(place)}: more than ${most} characters.`,
    lineBreak: (place: CellPlace) => `${at(place)}: a line break inside the cell.`,
    invisible: (place: CellPlace) => `${at(place)}: invisible characters in the cell.`,
    rounded: (place: CellPlace, value: string) =>
      `${at(place)}: “${value}” is a number that a spreadsheet has rounded, so the barcode is lost. Format the column as text.`,
  },
  notes: {
    replaced: (count: number, where: string) =>
      `Other values in ${wellsOf(count)} will be replaced: ${where}.`,
    nameTwice: (name: string, where: string) => `The name ${name} would be in ${where}.`,
    encoding:
      'The file is not UTF-8 and was read as Windows-1252. Check names with letters other than A to Z, or save it as “CSV UTF-8”.',
  },
} as const;
