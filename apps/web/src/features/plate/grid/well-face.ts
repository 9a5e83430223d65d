import type { SampleType } from '@curvewell/domain';

import type { WellMarkKind } from '../../../shared/ui/plate/well-mark.tsx';

/** Missing fields: kit, lot, reaction buffer, sample type, expected result. */
export type MissingLetter = 'K' | 'L' | 'B' | 'S' | 'E';

/** Allowed but usually a mistake: a duplicate name, an expired lot, a lot unlike most wells. */
export type FaceDoubt = 'twice' | 'expired' | 'otherLot';

/** What a cell shows. Flat, so that a cell re-renders only if its own face changes. */
export type WellFace = {
  /** Accessible name of the cell. */
  readonly label: string;
  /** Two users changed it. */
  readonly isContested?: boolean;
} & (
  | { readonly kind: 'not-set' }
  | { readonly kind: 'not-analysed' }
  | {
      readonly kind: 'configured';
      /** False for a well with only a name, drawn as empty. */
      readonly isSet: boolean;
      readonly sampleType: SampleType | null;
      /** Null if the run has a single kit. */
      readonly kitNumber: number | null;
      readonly name: string;
      readonly buffer: string;
      readonly lot: string;
      /** Code of a standard's expected diagnostic, or empty. */
      readonly expected: string;
      /** Letters of `MissingLetter`; empty if complete. */
      readonly missing: string;
      readonly doubt: FaceDoubt | null;
    }
  | {
      readonly kind: 'result';
      readonly sampleType: SampleType;
      readonly name: string;
      readonly code: string;
      /** Null for no call. */
      readonly fill: string | null;
      readonly text: string;
      readonly edge: string;
      readonly commented: boolean;
      readonly updated: boolean;
      /** Mark of a doubt or a failure. */
      readonly mark: WellMarkKind | null;
    }
);

export type ConfiguredFace = Extract<WellFace, { kind: 'configured' }>;
export type ResultFace = Extract<WellFace, { kind: 'result' }>;

export function isSameFace(first: WellFace, second: WellFace): boolean {
  const a = Object.entries(first);
  const b: Readonly<Record<string, unknown>> = { ...second };
  return a.length === Object.keys(b).length && a.every(([key, value]) => Object.is(value, b[key]));
}

/** The letters of missing fields in display order. */
export function missingLetters(missing: string): readonly MissingLetter[] {
  return (['K', 'L', 'B', 'S', 'E'] as const).filter((letter) => missing.includes(letter));
}
