export {
  startAnalysisWorkers,
  type AnalysisDependencies,
  type AnalysisWorkers,
} from './threads/analysis-workers.ts';
export { readAs, type ReadAs } from './interpret/assays.ts';
export { derivedRunFaults } from './derive/derived-run.ts';
export { loadConfiguration } from './interpret/configuration.ts';
export { loadChartInput } from './chart/interpreted-wells.ts';
export { interpretRun } from './interpret/interpret-run.ts';
export { loadCurves, loadReadings } from './interpret/load-plate.ts';
export { runMelts } from './evaluate/read-melt.ts';
export { repackResults } from './results/repack-results.ts';
export { storedChart } from './chart/read-chart.ts';
export { dropCharts, storedChartHash } from './chart/stored-chart.ts';
export { readParts } from './derive/stored-parts.ts';
export { hashOfSubmission, type KeptSubmission } from './derive/submission-faults.ts';
