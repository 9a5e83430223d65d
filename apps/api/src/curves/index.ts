export { loadStoredCurves, packedOf, PACKED_SHA256 } from './load-curves.ts';
export { DamagedCurves, readStoredCurves, storedCurves, type StoredCurves } from './stored-curves.ts';
export { packCurves, unpackCurves, type CurvePack } from './curve-pack.ts';
