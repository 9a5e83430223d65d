export { startAnalysisWorkers, type AnalysisWorkers } from './analysis-workers.ts';
export { loadChartInput } from './interpreted-wells.ts';
export { interpretRun } from './interpret-run.ts';
export { keptChart } from './read-chart.ts';
