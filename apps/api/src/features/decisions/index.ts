export { checkRecords } from './check-records.ts';
export { checkSignatures } from './check-signatures.ts';
export { readToken, stampDecision } from './time-stamp.ts';
export { decideRun } from './decide-run.ts';
export { submitRun } from './submit-run.ts';
export { refuseChanged } from './refuse-changed.ts';
export { checkForReport, readCheck, type ReportedCheck } from './read-check.ts';
export { readSignedRecord, readStatement } from './read-record-state.ts';
