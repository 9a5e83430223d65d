import type { RunInspection } from '@curvewell/domain';

import type { Candidate } from '../upload/inspect-upload.ts';
import type { DocumentKind, FoundDocument } from '../read-document.ts';
import type { ReadOptions } from '../read-run.ts';
import type { Place, ReadErrorCode } from '../read-error.ts';
import type { PackedRun } from './packed-run.ts';

export interface FileOnDisk {
  readonly path: string;
  /** The name shown to users. */
  readonly name: string;
}

export type ReaderTask =
  | { readonly kind: 'read'; readonly options: ReadOptions }
  | { readonly kind: 'inspect'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'document'; readonly document: DocumentKind };

export interface ReaderRequest {
  readonly files: readonly FileOnDisk[];
  readonly task: ReaderTask;
}

/** A message from the reader process. */
export interface ReaderMessage {
  readonly answer: ReaderAnswer;
  /** Processor time of the process since its last answer; for the first answer including its start. */
  readonly processorMs: number;
}

export type ReaderAnswer =
  | { readonly kind: 'run'; readonly run: PackedRun }
  | { readonly kind: 'inspection'; readonly inspection: RunInspection }
  | { readonly kind: 'document'; readonly found: FoundDocument }
  | {
      readonly kind: 'refused';
      readonly code: ReadErrorCode;
      readonly place: Place;
      readonly problem: string;
      readonly found: string | null;
      readonly expected: string | null;
      readonly choices: readonly string[];
      readonly dyes: readonly string[];
      readonly limit: string | null;
    }
  /** A defect of the reader itself. */
  | { readonly kind: 'failed'; readonly message: string };
