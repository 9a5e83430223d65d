import type { ReadOptions } from '../read-run.ts';
import type { Place, ReadErrorCode } from '../read-error.ts';
import type { PackedRun } from './packed-run.ts';

export interface FileOnDisk {
  readonly path: string;
  /** As the user knows it. */
  readonly name: string;
}

export interface ReaderRequest {
  readonly files: readonly FileOnDisk[];
  readonly options: ReadOptions;
}

export type ReaderAnswer =
  | { readonly kind: 'run'; readonly run: PackedRun }
  | {
      readonly kind: 'refused';
      readonly code: ReadErrorCode;
      readonly place: Place;
      readonly problem: string;
      readonly found: string | null;
      readonly expected: string | null;
    }
  /** A defect of the reader itself. */
  | { readonly kind: 'failed'; readonly message: string };
