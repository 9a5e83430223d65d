import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

import type { PlateAssay } from '@curvewell/analysis';

import type { Statement } from './recorded.ts';

/** The work of a bare route: it sends these statements one after another, then these bytes. */
export interface BareRoute {
  readonly path: string;
  readonly statements: readonly Statement[];
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  };
}

/** The computation for a plate, and the rows written for it. */
export interface BareInterpretation {
  readonly runId: string;
  readonly assays: readonly PlateAssay[];
  readonly writes: readonly Statement[];
}

/** The lines of a well as successive points, in points of a page. */
export type BareLines = readonly { readonly x: Float64Array; readonly y: Float64Array }[];

/** All work of the bare server. */
export interface BareWork {
  readonly routes: readonly BareRoute[];
  readonly curves: readonly BareLines[];
  readonly interpretation: BareInterpretation;
}

export function writeWork(file: string, work: BareWork): void {
  writeFileSync(file, serialize(work));
}

export function readWork(file: string): BareWork {
  return deserialize(readFileSync(file)) as BareWork; // written by `writeWork`
}
