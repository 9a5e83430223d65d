export { changeable, changeLocked, changeRun } from './change-run.ts';
export { eraseRun } from './delete-run.ts';
export { importRun } from './import-run.ts';
export { onShelf, type Shelf } from './listed-run.ts';
export { getRun, lockRun, readRun } from './queries.ts';
export { readRules } from './read-rules.ts';
export { countUpToBound, runPage, type PageOrder } from './run-page.ts';
export { indexRuns, likeLiteral } from './run-search.ts';
export { updateRun } from './update-run.ts';
