/**
 * The exports of the published package: reads files into a run or a coded error. Without the server's reader
 * processes.
 */
export { ANALYSER_PROFILES } from '../src/profiles/analyser-profiles.ts';
export { ReadError } from '../src/read-error.ts';
export type { Place, ReadErrorCode } from '../src/read-error.ts';
export { writeRdml } from '../src/rdml/write-rdml.ts';
export { readRun, readRunOfAny } from '../src/read-run.ts';
export type { ReadOptions } from '../src/read-run.ts';
export type {
  AmplificationCurve,
  Instrument,
  RunCurve,
  RunFile,
  RunWell,
  StatedCq,
} from '../src/run-file.ts';
export type { SourceFile } from '../src/source-file.ts';
export type { AnalyserProfile, ImportReport, ReadAnswers } from '../../domain/src/reading.ts';
