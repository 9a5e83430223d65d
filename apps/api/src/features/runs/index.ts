export { changeLocked } from './change-run.ts';
export { submitRun } from './decide-run.ts';
export { eraseRun } from './delete-run.ts';
export { importRun } from './import-run.ts';
export { runPage } from './list-runs.ts';
export { getRun, requireRun, type Shelf } from './queries.ts';
export { indexRuns, likeLiteral } from './run-search.ts';
export { updateRun } from './update-run.ts';
