export { startAnalysisWorkers, type AnalysisWorkers } from './analysis-workers.ts';
export { readAs, type ReadAs } from './assays.ts';
export { derivedRunFaults } from './derived-run.ts';
export { loadConfiguration } from './configuration.ts';
export { loadChartInput } from './interpreted-wells.ts';
export { interpretRun } from './interpret-run.ts';
export { loadCurves } from './load-plate.ts';
export { keptChart, keptChartHash } from './read-chart.ts';
