export { changeWells, type WellChange } from './change-wells.ts';
export { packWells } from './pack-wells.ts';
export { NOTHING_SET, wellsChanges, type SavedWell, type WellValues } from './plate-changes.ts';
export {
  DamagedCurves,
  readStoredCurves,
  STORED_CURVES,
  storedCurves,
  type StoredCurves,
} from './stored-curves.ts';
export { packCurves, unpackCurves, type CurvePack } from './curve-pack.ts';
export {
  idsOfWells,
  loadWellReferences,
  wellReferenceIssues,
  type WellReferences,
} from './well-references.ts';
