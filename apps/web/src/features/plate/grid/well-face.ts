import type { SampleType } from '@curvewell/domain';

import type { WellMarkKind } from '../../../shared/ui/plate/well-mark.tsx';

/** Kit, lot, reaction buffer, sample type, expected result: what a set well can lack. */
export type MissingLetter = 'K' | 'L' | 'B' | 'S' | 'E';

/** Allowed, and seldom meant: a name used twice in one kit, a lot past its day, not the lot of most wells. */
export type FaceDoubt = 'twice' | 'expired' | 'otherLot';

/** What one cell of the plate shows. Flat, so that a cell draws again only when its own face changes. */
export type WellFace = {
  /** Read out when the cell has the focus. */
  readonly label: string;
  /** Two people changed it. */
  readonly isContested?: boolean;
} & (
  | { readonly kind: 'not-set' }
  | { readonly kind: 'not-analysed' }
  | {
      readonly kind: 'configured';
      /** Only named: drawn as a well that is not set. */
      readonly isSet: boolean;
      readonly sampleType: SampleType | null;
      /** Null while the run has one kit. */
      readonly kitNumber: number | null;
      readonly name: string;
      readonly buffer: string;
      readonly lot: string;
      /** Code of the expected diagnostic of a standard, else empty. */
      readonly expected: string;
      /** Letters of `MissingLetter`, empty when complete. */
      readonly missing: string;
      readonly doubt: FaceDoubt | null;
    }
  | {
      readonly kind: 'result';
      readonly sampleType: SampleType;
      readonly name: string;
      readonly code: string;
      /** Null: no call. */
      readonly fill: string | null;
      readonly text: string;
      readonly edge: string;
      readonly commented: boolean;
      readonly updated: boolean;
      /** What sets it apart from its neighbours. */
      readonly mark: WellMarkKind | null;
    }
);

export type ConfiguredFace = Extract<WellFace, { kind: 'configured' }>;
export type ResultFace = Extract<WellFace, { kind: 'result' }>;

/** Whether two faces look and read the same. */
export function isSameFace(first: WellFace, second: WellFace): boolean {
  const a = Object.entries(first);
  const b: Readonly<Record<string, unknown>> = { ...second };
  return a.length === Object.keys(b).length && a.every(([key, value]) => Object.is(value, b[key]));
}

/** The letters of what is missing, in reading order. */
export function missingLetters(missing: string): readonly MissingLetter[] {
  return (['K', 'L', 'B', 'S', 'E'] as const).filter((letter) => missing.includes(letter));
}
