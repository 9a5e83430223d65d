export { changeWells, type WellChange } from './change-wells.ts';
export { packWells } from './pack-wells.ts';
export { NOTHING_SET, wellsChanges, type SavedWell, type WellValues } from './plate-changes.ts';
export {
  idsOfWells,
  loadWellReferences,
  wellReferenceIssues,
  type WellReferences,
} from './well-references.ts';
