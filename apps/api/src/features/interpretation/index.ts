export { startAnalysisWorkers, type AnalysisWorkers } from './analysis-workers.ts';
export { interpretRun } from './interpret-run.ts';
export { loadChartInput } from './interpreted-wells.ts';
