export { packCurves, unpackCurves, type CurvePack } from './curve-pack.ts';
export {
  idsOfWells,
  loadWellReferences,
  wellReferenceIssues,
  type WellReferences,
} from './well-references.ts';
