import type { RowIssue } from './diagnostic-rows.ts';
import type { DraftRow } from './draft-row.ts';

export interface DiagnosticRowProps {
  readonly row: DraftRow;
  /** Row number on screen, from 1. */
  readonly place: number;
  readonly kits: readonly { readonly id: string; readonly name: string }[];
  /** All rows of its kit. */
  readonly kitRows: readonly DraftRow[];
  readonly issue: RowIssue | undefined;
  readonly isNew: boolean;
  /** The list shows all kits, so each row names its own. */
  readonly hasKit: boolean;
  readonly onChange: (row: DraftRow) => void;
  readonly onRemove: () => void;
  /** Enter was pressed in the row. */
  readonly onNext: () => void;
  /** Leaves the row as it was before it was opened. */
  readonly onLeave: () => void;
}
