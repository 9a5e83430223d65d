export type { Candidate } from './upload/inspect-upload.ts';
export {
  inspectUploadIsolated,
  prepareReader,
  readDocumentIsolated,
  readRunIsolated,
} from './isolation/read-run-isolated.ts';
export type { FileOnDisk } from './isolation/read-run-isolated.ts';
export { ReaderBusy } from './isolation/reader-busy.ts';
export { READER_LIMITS } from './isolation/reader.ts';
export type { ReaderLimits } from './isolation/reader.ts';
export { ANALYSER_PROFILES } from './profiles/analyser-profiles.ts';
export type { DocumentKind, Documents } from './read-document.ts';
export { packCurves } from './packed-curves/pack-curves.ts';
export {
  amplificationSha256,
  packAmplification,
  unpackAmplification,
  type PlacedAmplification,
} from './packed-curves/packed-amplification.ts';
export type { PlacedCurve } from './packed-curves/packed-head.ts';
export { firstTemperatures, unpackCurves } from './packed-curves/unpack-curves.ts';
export { ReadError } from './read-error.ts';
export type { Place, ReadErrorCode } from './read-error.ts';
export { writeRdml } from './rdml/write-rdml.ts';
export { readRun, readRunOfAny } from './read-run.ts';
export type { ReadOptions } from './read-run.ts';
export type { AmplificationCurve, Instrument, RunCurve, RunFile, RunWell, StatedCq } from './run-file.ts';
export type { SourceFile } from './source-file.ts';
