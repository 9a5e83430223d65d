export { fileOfRun } from './export-run.ts';
