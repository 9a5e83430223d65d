/** Why a file is refused. The code is for programs, the message for people. */
export type ReadErrorCode =
  /** The bytes are damaged, truncated or inconsistent with their header. */
  | 'unreadable-file'
  /** An unknown format, or one that this analyser does not write. */
  | 'unsupported-file'
  /** The instrument's proprietary file, or an encrypted one. */
  | 'closed-file'
  /** Larger than any run, once unpacked. */
  | 'too-large'
  | 'too-many-files'
  /** Well-formed, but with an unexpected value. */
  | 'unexpected-content'
  /** A known format without a melting curve. */
  | 'no-melt-data'
  /** No dye of the file belongs to a channel of this analyser. */
  | 'unknown-channel'
  /** Required information that the file lacks and that cannot be guessed. */
  | 'missing-information'
  | 'several-runs';

/** The place in the upload. Rows count from 1; a column is a letter or a header. */
export interface Place {
  readonly file: string;
  readonly sheet?: string;
  readonly element?: string;
  readonly row?: number;
  readonly column?: string;
}

interface ReadErrorDetails {
  readonly code: ReadErrorCode;
  readonly place: Place;
  /** A clause without full stop: `the temperature is not a number`. */
  readonly problem: string;
  readonly found?: string;
  readonly expected?: string;
  /** Names of runs to choose from. */
  readonly choices?: readonly string[];
  /** Dyes whose channel the user must choose. */
  readonly dyes?: readonly string[];
  /** The exceeded limit. */
  readonly limit?: string;
  readonly cause?: unknown;
}

/**
 * A file that cannot be read: one sentence for a technician, with the place, the content and the expected
 * content.
 */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly code: ReadErrorCode;
  readonly place: Place;
  readonly problem: string;
  readonly found?: string;
  readonly expected?: string;
  readonly choices: readonly string[];
  readonly dyes: readonly string[];
  readonly limit: string | null;

  constructor(details: ReadErrorDetails) {
    super(sentence(details), 'cause' in details ? { cause: details.cause } : {});
    this.code = details.code;
    this.place = details.place;
    this.problem = details.problem;
    this.choices = details.choices ?? [];
    this.dyes = details.dyes ?? [];
    this.limit = details.limit ?? null;
    if (details.found !== undefined) this.found = shortened(details.found);
    if (details.expected !== undefined) this.expected = details.expected;
  }
}

function sentence({ place, problem, found, expected }: ReadErrorDetails): string {
  const seen = [
    found === undefined ? [] : [`found “${shortened(found)}”`],
    expected === undefined ? [] : [`expected ${expected}`],
  ].flat();
  return `${describePlace(place)}: ${problem}${seen.length === 0 ? '' : ` (${seen.join(', ')})`}.`;
}

/** `run.xlsx, sheet “FAM”, row 12, column C` */
function describePlace({ file, sheet, element, row, column }: Place): string {
  return [
    file,
    ...(sheet === undefined ? [] : [`sheet “${sheet}”`]),
    ...(element === undefined ? [] : [`element ${element}`]),
    ...(row === undefined ? [] : [`row ${row}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
  ].join(', ');
}

const LONGEST_QUOTE = 80;

function shortened(text: string): string {
  return text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE)}…`;
}
