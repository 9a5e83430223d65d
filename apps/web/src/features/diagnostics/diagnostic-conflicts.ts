import { diagnosticText, type DiagnosticRow } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { recordConflicts, type RecordWords, resolvedRecord } from '../../shared/forms/record-conflict.ts';
import type { Comparison } from '../../shared/ui/alerts/compare-list.tsx';
import { draftOf } from './diagnostic-rows.ts';
import type { DraftRow } from './draft-row.ts';

const words = text.diagnostics;

type Values = Omit<DraftRow, 'key' | 'saved' | 'isOwn' | 'isRemoved'>;

interface Sides {
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Values;
}

const valuesOf = (row: DraftRow): Values => {
  const { key: _key, saved: _saved, isOwn: _isOwn, isRemoved: _isRemoved, ...values } = row;
  return values;
};

/** The row as opened, as in the draft, and as now stored; null if there is nothing to compare. */
function sidesOf(row: DraftRow, theirs: ReadonlyMap<string, DiagnosticRow>): Sides | null {
  const stored = theirs.get(row.key);
  if (row.saved === null || stored === undefined) return null;
  return { base: valuesOf(draftOf(row.saved)), mine: valuesOf(row), theirs: valuesOf(draftOf(stored)) };
}

const byId = (rows: readonly DiagnosticRow[]) => new Map(rows.map((row) => [row.id, row]));
const keyOf = (row: DraftRow, field: string): string => `${row.key} ${field}`;

/** My changes that conflict with the stored rows. */
export function rowConflicts(rows: readonly DraftRow[], stored: readonly DiagnosticRow[]): Comparison[] {
  const theirs = byId(stored);
  const { columns } = words;
  const nameOfKit = new Map(stored.map(({ kit }) => [kit.id, kit.name]));
  const fields: RecordWords<Values> = {
    kitId: { label: columns.kit, show: (id) => nameOfKit.get(id ?? '') ?? null },
    name: { label: columns.diagnostic, show: (name) => name && diagnosticText(name) },
    label: { label: columns.label, show: (label) => label },
    color: { label: columns.color, show: (color) => color },
    letters: { label: columns.code, show: (letters) => letters || words.asBuiltIn },
    lisCode: { label: columns.lisCode, show: (code) => code || words.notSet },
    snomedCt: { label: columns.snomedCt, show: (code) => code || words.notSet },
    loinc: { label: words.loinc, show: (code) => code || words.notSet },
    meaning: { label: words.meaning, show: (meaning) => meaning && words.meanings[meaning] },
  };
  return rows.flatMap((row) => {
    const sides = sidesOf(row, theirs);
    const { saved } = row;
    if (sides === null || saved === null) return [];
    const where = `${saved.kit.name}, ${saved.label}`;
    return recordConflicts(sides, fields).map((one) => ({ ...one, key: keyOf(row, one.key), where }));
  });
}

/** The stored table with my new rows and my changes, except those resolved in the other user's favour. */
export function resolvedRows(
  rows: readonly DraftRow[],
  stored: readonly DiagnosticRow[],
  resolvedAsTheirs: ReadonlySet<string>,
): readonly DraftRow[] {
  const mine = new Map(rows.map((row) => [row.key, row]));
  const theirs = byId(stored);
  const settled = stored.map((row) => {
    const draft = draftOf(row);
    const own = mine.get(row.id);
    const sides = own && sidesOf(own, theirs);
    if (!own || !sides) return draft;
    const fields = Object.keys(sides.mine).filter((field) => resolvedAsTheirs.has(keyOf(own, field)));
    return { ...draft, ...resolvedRecord(sides, new Set(fields)), isRemoved: own.isRemoved };
  });
  return [...settled, ...rows.filter(({ saved }) => saved === null)];
}
