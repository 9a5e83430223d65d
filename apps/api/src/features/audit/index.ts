export { checkTrail } from './check-trail.ts';
export { exportHeads, type HeadNeeds } from './export-heads.ts';
export { HeadFiles, headText } from './head-files.ts';
export { confirmRolledBack } from './confirm-rolled-back.ts';
export { type HeadPlace } from './rolled-back.ts';
export type { TrailNeeds } from './verify-chain.ts';
export { readHeads, verifyAgainst } from './verify-against.ts';
export { runSliceTexts } from './read-slice.ts';
export { forgetReadings } from './forget-readings.ts';
