import type { DiagnosticMeaning, DiagnosticRow } from '@curvewell/domain';

export interface DraftRow {
  /** The row's own id, or a temporary one. */
  readonly key: string;
  /** The saved row; null for a new one. */
  readonly saved: DiagnosticRow | null;
  readonly kitId: string | null;
  /** A kit's own diagnostic, not one of the catalogue. */
  readonly isOwn: boolean;
  /** A name of the catalogue, or the kit's own as typed; null: not chosen. */
  readonly name: string | null;
  readonly label: string;
  readonly color: string;
  /** The letters on the well; empty: those of the catalogue. */
  readonly letters: string;
  /** Empty: none. */
  readonly lisCode: string;
  readonly snomedCt: string;
  readonly loinc: string;
  /** Of an own diagnostic; null: not chosen, or of the catalogue. */
  readonly meaning: DiagnosticMeaning | null;
  /** It is to be deleted. */
  readonly isRemoved: boolean;
}
