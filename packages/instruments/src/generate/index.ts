export { generateCfxXlsx } from './cfx-xlsx.ts';
export { syntheticRun, syntheticWells } from './synthetic-run.ts';
export type {
  SyntheticMelt,
  SyntheticRun,
  SyntheticRunOptions,
  SyntheticWell,
  SyntheticWellsOptions,
} from './synthetic-run.ts';
