export { packCurves, unpackCurves, type CurvePack } from './curve-pack.ts';
