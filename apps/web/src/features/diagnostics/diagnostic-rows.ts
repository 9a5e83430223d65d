import { DIAGNOSTIC_FILL, type DiagnosticName, type DiagnosticRow } from '@curvewell/domain';

import type { SentDiagnostics } from '../../data/diagnostics.ts';

/** A row being edited. */
export interface DraftRow {
  /** The row's own id, or a temporary one. */
  readonly key: string;
  /** The saved row; null for a new one. */
  readonly saved: DiagnosticRow | null;
  readonly kitId: string | null;
  readonly name: DiagnosticName | null;
  readonly label: string;
  readonly color: string;
}

export const NO_COLOUR = '#b3b9ad';

export const draftOf = (saved: DiagnosticRow): DraftRow => ({
  key: saved.id,
  saved,
  kitId: saved.kit.id,
  name: saved.name,
  label: saved.label,
  color: saved.diagnosticColor.color,
});

export const blankRow = (key: string): DraftRow => ({
  key,
  saved: null,
  kitId: null,
  name: null,
  label: '',
  color: NO_COLOUR,
});

/** The initial table; an empty one starts with a blank row. */
export const draftRows = (rows: readonly DiagnosticRow[]): readonly DraftRow[] =>
  rows.length === 0 ? [blankRow('first')] : rows.map(draftOf);

/** Sets the diagnostic, with its default colour unless a colour was picked. */
export function withDiagnostic(row: DraftRow, name: DiagnosticName): DraftRow {
  const isOwn = row.name === null ? row.color === NO_COLOUR : row.color === DIAGNOSTIC_FILL[row.name];
  return { ...row, name, color: isOwn ? DIAGNOSTIC_FILL[name] : row.color };
}

const isBlank = ({ saved, kitId, name, label }: DraftRow): boolean =>
  saved === null && kitId === null && name === null && label.trim() === '';

/** The rows to save. An untouched first row is ignored. */
export const savedPart = (rows: readonly DraftRow[]): readonly DraftRow[] =>
  rows.filter((row, index) => index > 0 || !isBlank(row));

type Part = 'kit' | 'name' | 'label';

export interface RowIssue {
  /** The first missing part; null if complete. */
  readonly missing: Part | null;
  /** Another row has the same kit and diagnostic. */
  readonly isDuplicate: boolean;
}

const missingPart = ({ kitId, name, label }: DraftRow): Part | null => {
  if (kitId === null) return 'kit';
  if (name === null) return 'name';
  return label.trim() === '' ? 'label' : null;
};

/** The errors of invalid rows, by row key. */
export function rowIssues(rows: readonly DraftRow[]): ReadonlyMap<string, RowIssue> {
  const meanings = Map.groupBy(
    rows.filter(({ kitId, name }) => kitId !== null && name !== null),
    ({ kitId, name }) => `${kitId ?? ''} ${name ?? ''}`,
  );
  const duplicates = new Set([...meanings.values()].filter(({ length }) => length > 1).flat());
  return new Map(
    savedPart(rows).flatMap((row): [string, RowIssue][] => {
      const missing = missingPart(row);
      const isDuplicate = duplicates.has(row);
      return missing === null && !isDuplicate ? [] : [[row.key, { missing, isDuplicate }]];
    }),
  );
}

const isChanged = ({ saved, kitId, name, label, color }: DraftRow): boolean =>
  saved === null ||
  kitId !== saved.kit.id ||
  name !== saved.name ||
  label.trim() !== saved.label ||
  color !== saved.diagnosticColor.color;

export const changedRows = (rows: readonly DraftRow[]): readonly DraftRow[] =>
  savedPart(rows).filter(isChanged);

/** The changed and new rows of a valid table. */
export function sentRows(rows: readonly DraftRow[]): SentDiagnostics {
  return changedRows(rows).flatMap(({ saved, kitId, name, label, color }) =>
    kitId === null || name === null
      ? []
      : [
          {
            ...(saved !== null && { id: saved.id, revision: saved.revision, active: saved.active }),
            kitId,
            name,
            label: label.trim(),
            color,
          },
        ],
  );
}
