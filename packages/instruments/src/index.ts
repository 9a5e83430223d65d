export { prepareReader, readRunIsolated } from './isolation/read-run-isolated.ts';
export type { FileOnDisk } from './isolation/read-run-isolated.ts';
export { ANALYSER_PROFILES } from './profiles/analyser-profiles.ts';
export { ReadError } from './read-error.ts';
export type { Place, ReadErrorCode } from './read-error.ts';
export { readRun } from './read-run.ts';
export type { ReadOptions } from './read-run.ts';
export type { Instrument, RunCurve, RunFile, RunWell } from './run-file.ts';
export type { SourceFile } from './source-file.ts';
