import { DIAGNOSTIC_FILL, type DiagnosticName, type DiagnosticRow } from '@curvewell/domain';

import type { SentDiagnostics } from '../../data/diagnostics.ts';

/** A row as it is edited. */
export interface DraftRow {
  /** The row's own id, or one that only the page knows. */
  readonly key: string;
  /** As it is saved; null: a new one. */
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

/** The table to begin with: one blank row where there is none. */
export const draftRows = (rows: readonly DiagnosticRow[]): readonly DraftRow[] =>
  rows.length === 0 ? [blankRow('first')] : rows.map(draftOf);

/** A diagnostic brings the colour that it begins with, unless another was picked. */
export function withDiagnostic(row: DraftRow, name: DiagnosticName): DraftRow {
  const isOwn = row.name === null ? row.color === NO_COLOUR : row.color === DIAGNOSTIC_FILL[row.name];
  return { ...row, name, color: isOwn ? DIAGNOSTIC_FILL[name] : row.color };
}

const isBlank = ({ saved, kitId, name, label }: DraftRow): boolean =>
  saved === null && kitId === null && name === null && label.trim() === '';

/** What is saved of the table: a first row that nobody filled in is none. */
export const savedPart = (rows: readonly DraftRow[]): readonly DraftRow[] =>
  rows.filter((row, index) => index > 0 || !isBlank(row));

type Part = 'kit' | 'name' | 'label';

export interface RowIssue {
  /** The first part that is missing; null: none. */
  readonly missing: Part | null;
  /** Another row has the diagnostic of this kit. */
  readonly isDuplicate: boolean;
}

const missingPart = ({ kitId, name, label }: DraftRow): Part | null => {
  if (kitId === null) return 'kit';
  if (name === null) return 'name';
  return label.trim() === '' ? 'label' : null;
};

/** What is wrong, by the key of the row; a row that is right is not in it. */
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

/** What of a table without issues is sent: the rows that somebody changed or added. */
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
