export { unpackCurves, packCurves } from './curve-pack.ts';
export { changeLocked } from './change-run.ts';
export { getRun, ownRun } from './queries.ts';
export { indexRuns } from './run-search.ts';
export { dayOf } from './run-summary.ts';
export { importRun } from './import-run.ts';
