// Labels shared with the server's reports and search.
import { RUN_FILE_FORMAT_LABEL, RUN_STATUS_LABEL, SAMPLE_TYPE_LABEL } from '@curvewell/domain';

export const common = {
  product: 'Curvewell',
  cancel: 'Cancel',
  clear: (what: string) => `Clear ${what}`,
  clearSearch: 'Clear search',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  dayFormat: 'DD-MM-YYYY',
  details: 'Details',
  history: 'History',
  loading: 'Loading …',
  next: 'Next',
  noDetail: 'No detail available.',
  repeatList: 'Repeat list',
  runs: 'Runs',
  tryAgain: 'Try again',
} as const;

export const confirm = {
  ok: { cancel: 'Cancel', proceed: 'OK' },
  yesNo: { cancel: 'No', proceed: 'Yes' },
} as const;

export const reason = { label: 'Reason', common: 'Common reasons' } as const;

export const lotExpiry = {
  expires: (date: string) => `expires ${date}`,
  expired: (date: string) => `expired ${date}`,
  none: 'no expiry date',
  soon: (days: number) =>
    days === 0 ? 'expires today' : `expires in ${days === 1 ? '1 day' : `${days} days`}`,
} as const;

export const lotUsed = (days: number) =>
  days <= 0 ? 'used today' : days === 1 ? 'used yesterday' : `used ${days} days ago`;

export const lotUsedOn = (date: string) => `used ${date}`;

export const filled = {
  marks: { answer: 'filled in', file: 'from the file' },
  clear: 'Clear filled-in values',
} as const;

export const failure = {
  title: 'This page could not be loaded.',
  requestId: 'Request id',
  part: 'This part could not be loaded.',
  unreachable: 'The server cannot be reached.',
  /** Appended to the server's message. */
  retried: (seconds: number) => `Next attempt in ${seconds} s.`,
  goThere: 'Go to the new address',
  notUnderstood: 'The server sent an unexpected response.',
} as const;

export const status = RUN_STATUS_LABEL;

export const sampleTypes = SAMPLE_TYPE_LABEL;

export const runFileFormats = RUN_FILE_FORMAT_LABEL;

/** How the files of an analyser are known. */
export const confidence = { seen: 'tested with a real file', documented: 'from documentation only' } as const;

/** Instruments whose export of melting curves is not publicly described, so no profile reads it. */
export const unlistedAnalysers =
  'Analytik Jena qTOWER, QIAGEN QIAquant, Eco (Illumina, PCRmax) and Roche LightCycler PRO: no public description of their export of melting curves is known. If the software writes RDML, export the run as RDML and choose “RDML / RDES”, or add the analyser with that file as test file. QuantStudio Absolute Q is a digital PCR system and has no melting curves of wells.';

export const archiving = {
  pending: 'Being archived',
  failed: 'Not archived',
} as const;
