import {
  builtInDiagnostic,
  type BuiltInDiagnostic,
  DIAGNOSTIC_FILL,
  diagnosticLetters,
  type DiagnosticRow,
  sentBuiltIn,
} from '@curvewell/domain';

import type { SentDiagnostics } from '../../data/diagnostics.ts';
import type { DraftRow } from './draft-row.ts';
import { type RowFault, rowFaults } from './row-faults.ts';

export const NO_COLOUR = '#b3b9ad';

export const draftOf = (saved: DiagnosticRow): DraftRow => ({
  key: saved.id,
  saved,
  kitId: saved.kit.id,
  isOwn: builtInDiagnostic(saved.name) === undefined,
  name: saved.name,
  label: saved.label,
  color: saved.diagnosticColor.color,
  letters: saved.diagnosticColor.letters ?? '',
  lisCode: saved.diagnosticColor.lisCode ?? '',
  snomedCt: saved.diagnosticColor.snomedCt ?? '',
  loinc: saved.diagnosticColor.loinc ?? '',
  meaning: saved.diagnosticColor.meaning ?? null,
  isRemoved: false,
});

export const blankRow = (key: string): DraftRow => ({
  key,
  saved: null,
  kitId: null,
  isOwn: true,
  name: null,
  label: '',
  color: NO_COLOUR,
  letters: '',
  lisCode: '',
  snomedCt: '',
  loinc: '',
  meaning: null,
  isRemoved: false,
});

/** The letters on the well, as far as they are known. */
export const shownLetters = ({ name, letters }: DraftRow): string =>
  diagnosticLetters({
    diagnostic: { name: name ?? '', label: '' },
    letters: letters.trim() || undefined,
  });

/** Whether the result of a row leaves the laboratory by its words, for want of a code. */
export const isSentByWords = ({ name, label, lisCode }: DraftRow): boolean =>
  name !== null &&
  label.trim() !== '' &&
  lisCode.trim() === '' &&
  sentBuiltIn({ diagnostic: { name, label: name }, diagnosticLabel: label }) === undefined;

/** The initial table; an empty one starts with a blank row. */
export const draftRows = (rows: readonly DiagnosticRow[]): readonly DraftRow[] =>
  rows.length === 0 ? [blankRow('first')] : rows.map(draftOf);

const fillOf = (name: string | null): string => {
  const known = name === null ? undefined : builtInDiagnostic(name);
  return known === undefined ? NO_COLOUR : DIAGNOSTIC_FILL[known];
};

/** Sets a diagnostic of the catalogue, with its default colour unless a colour was picked. */
export function withDiagnostic(row: DraftRow, name: BuiltInDiagnostic): DraftRow {
  const isUsual = row.color === fillOf(row.name);
  return { ...row, isOwn: false, name, color: isUsual ? DIAGNOSTIC_FILL[name] : row.color };
}

const isBlank = ({ saved, kitId, name, label }: DraftRow): boolean =>
  saved === null && kitId === null && (name ?? '').trim() === '' && label.trim() === '';

/** The rows to save. An untouched first row is ignored. */
export const savedPart = (rows: readonly DraftRow[]): readonly DraftRow[] =>
  rows.filter((row, index) => index > 0 || !isBlank(row));

/** Removes a row: a new one at once, a stored one when the table is saved. */
export const withoutRow = (rows: readonly DraftRow[], { key, saved }: DraftRow): readonly DraftRow[] =>
  saved === null
    ? rows.filter((row) => row.key !== key)
    : rows.map((row) => (row.key === key ? { ...row, isRemoved: true } : row));

type Part = 'kit' | 'name' | 'label';

export interface RowIssue {
  /** The first missing part; null if complete. */
  readonly missing: Part | null;
  /** Another row has the same kit and diagnostic. */
  readonly isDuplicate: boolean;
  /** Another error: its field and a sentence; omitted: none. */
  readonly fault?: RowFault;
}

export const isAbout = (issue: RowIssue | undefined, field: Part | RowFault['field']): boolean =>
  issue !== undefined && (issue.missing ?? (issue.isDuplicate ? 'name' : issue.fault?.field)) === field;

const missingPart = ({ kitId, name, label }: DraftRow): Part | null => {
  if (kitId === null) return 'kit';
  if (name === null || name.trim() === '') return 'name';
  return label.trim() === '' ? 'label' : null;
};

export function rowIssues(rows: readonly DraftRow[]): ReadonlyMap<string, RowIssue> {
  const sent = savedPart(rows).filter(({ isRemoved }) => !isRemoved);
  const complete = sent.filter((row) => missingPart(row) === null);
  const meanings = Map.groupBy(
    rows.filter(
      ({ kitId, name, isRemoved }) => !isRemoved && kitId !== null && name !== null && name.trim() !== '',
    ),
    ({ kitId, name }) => `${kitId ?? ''} ${name?.trim().toLowerCase() ?? ''}`,
  );
  const duplicates = new Set([...meanings.values()].filter(({ length }) => length > 1).flat());
  const faults = new Map(
    [...Map.groupBy(complete, ({ kitId }) => kitId).values()].flatMap((ofKit) => [...rowFaults(ofKit)]),
  );
  return new Map(
    sent.flatMap((row): [string, RowIssue][] => {
      const missing = missingPart(row);
      const isDuplicate = duplicates.has(row);
      const fault = isDuplicate ? undefined : faults.get(row.key);
      return missing === null && !isDuplicate && fault === undefined
        ? []
        : [[row.key, { missing, isDuplicate, ...(fault !== undefined && { fault }) }]];
    }),
  );
}

const isChanged = (row: DraftRow): boolean => {
  const { saved } = row;
  if (saved === null) return true;
  const before = draftOf(saved);
  return (
    row.isRemoved ||
    row.kitId !== before.kitId ||
    row.name?.trim() !== before.name ||
    row.label.trim() !== before.label ||
    row.color !== before.color ||
    row.letters.trim() !== before.letters ||
    row.lisCode.trim() !== before.lisCode ||
    row.snomedCt.trim() !== before.snomedCt ||
    row.loinc.trim() !== before.loinc ||
    row.meaning !== before.meaning
  );
};

export const changedRows = (rows: readonly DraftRow[]): readonly DraftRow[] =>
  savedPart(rows).filter(isChanged);

export function sentRows(rows: readonly DraftRow[]): SentDiagnostics {
  return changedRows(rows).flatMap(({ saved, kitId, name, label, color, ...parts }) =>
    kitId === null || name === null
      ? []
      : [
          {
            ...(saved !== null && { id: saved.id, revision: saved.revision, active: saved.active }),
            kitId,
            name: name.trim(),
            label: label.trim(),
            color,
            letters: parts.letters.trim() || null,
            lisCode: parts.lisCode.trim() || null,
            snomedCt: parts.snomedCt.trim() || null,
            loinc: parts.loinc.trim() || null,
            meaning: parts.meaning,
            ...(parts.isRemoved && { removed: true as const }),
          },
        ],
  );
}
