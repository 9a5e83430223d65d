export { type ExportDependencies, fileOfRun } from './export-run.ts';
