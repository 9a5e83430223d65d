export { reportOfRun } from './export-run.ts';
