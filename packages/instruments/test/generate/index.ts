export { withAmplification } from './amplification.ts';
export type { SyntheticAmplification } from './amplification.ts';
export {
  generateQuantStudioText,
  generateQuantStudioXls,
  generateQuantStudioXlsx,
  generateStepOneXls,
} from './applied-biosystems.ts';
export {
  generateCfxCsv,
  generateCfxExport,
  generateCfxSpreadsheetMl,
  generateCfxXls,
  generateCfxXlsx,
  generateCfxXml,
} from './cfx-files.ts';
export type { CsvLocale } from './cfx-files.ts';
export { generateLightCycler480Text, generateRdes, generateRotorGene } from './other-texts.ts';
export { CIELO_CHANNELS, generateAzureCieloCsv, generateMxProText } from './plain-exports.ts';
export { seededRandom } from './random.ts';
export { generateRdml, generateRdmlOfPlates, generateRdmlXml } from './rdml.ts';
export type { NamedPlate } from './rdml.ts';
export { syntheticRun, syntheticWells } from './synthetic-run.ts';
export type {
  SyntheticMelt,
  SyntheticRun,
  SyntheticRunOptions,
  SyntheticWell,
  SyntheticWellsOptions,
} from './synthetic-run.ts';
export { vendorDerivative } from './vendor-derivative.ts';
export { writeZip } from '../../src/container/zip-writer.ts';
