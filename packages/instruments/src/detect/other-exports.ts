import { ReadError } from '../read-error.ts';
import type { ReadErrorCode } from '../read-error.ts';

interface Refusal {
  readonly code: ReadErrorCode;
  readonly problem: string;
}

const closed = (what: string, advice: string): Refusal => ({
  code: 'closed-file',
  problem: `it is ${what} and cannot be read; ${advice}`,
});

const AZURE_OWN_FILE = closed(
  'Azure Cielo’s own file (.aze)',
  'export the melting curves from its software as csv',
);

/** Files of instruments whose contents are not public, by the end of their name. */
const OWN_FILES: readonly (readonly [RegExp, Refusal])[] = [
  [
    /\.amxd$/i,
    closed('Agilent AriaMx’s own experiment file (.amxd)', 'export the run from the Aria software as RDML'),
  ],
  [
    /\.mxp$/i,
    closed('MxPro’s own experiment file (.mxp)', 'export the instrument data from MxPro as “Text Format 1”'),
  ],
  [/\.aze$/i, AZURE_OWN_FILE],
];

/** What to export instead of a file that was not recognised; null if its name is of no known instrument. */
export function ownFileError(file: string): ReadError | null {
  const refusal = OWN_FILES.find(([name]) => name.test(file))?.[1];
  return refusal === undefined ? null : new ReadError({ ...refusal, place: { file } });
}

/** Its project and data files begin with the length of a title, then the title. */
export function isAzureOwnFile(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32)).toString(
    'latin1',
  );
  return /^\0\0\0[\s\S]Azure (?:qPCR Project|Data)/.test(start);
}

export function azureOwnFileError(file: string): ReadError {
  return new ReadError({ ...AZURE_OWN_FILE, place: { file } });
}

/** Exports of known software that hold no melting curves, or in a layout that is not public. */
const OTHER_TEXTS: readonly (readonly [RegExp, Refusal])[] = [
  [
    /^Segment\s+\d+\s+(?:Ramp|Plateau)\s+\d+\s+Well\s+\d+/m,
    {
      code: 'unsupported-file',
      problem:
        'it is instrument data of MxPro in a layout that is not read; export the instrument data as “Text Format 1”',
    },
  ],
  [
    /^"?Device:"?[,;\t]\s*"?(?:qTOWER|QIAquant)/m,
    {
      code: 'no-melt-data',
      problem:
        'it is a table of results of a qTOWER or QIAquant, which holds no melting curves, and the layout in which this software exports them is not known; if your software writes RDML, export the run as RDML',
    },
  ],
];

/** @throws ReadError for a text that another export of the same software replaces */
export function refuseOtherText(text: string, file: string): void {
  const start = text.slice(0, 8192);
  const refusal = OTHER_TEXTS.find(([pattern]) => pattern.test(start))?.[1];
  if (refusal !== undefined) throw new ReadError({ ...refusal, place: { file } });
}

/** The Excel export of AriaMx; programs that read it take no melting curves from it. */
export function refuseAriaWorkbook(sheets: readonly string[], file: string): void {
  if (!sheets.includes('Tabular Results')) return;
  throw new ReadError({
    code: 'unsupported-file',
    place: { file },
    problem:
      'it looks like an Excel export of Agilent AriaMx, whose layout of melting curves is not known; export the run from the Aria software as RDML',
    found: `sheets ${sheets.join(', ')}`,
  });
}
