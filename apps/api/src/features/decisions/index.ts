export { decideRun, submitRun } from './decide-run.ts';
export { readCheck } from './read-check.ts';
