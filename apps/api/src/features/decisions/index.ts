export { checkRecords } from './check-records.ts';
export { decideRun, submitRun } from './decide-run.ts';
export { leavingFlaw } from './leaving-flaw.ts';
export { checkForReport, readCheck, type ReportedCheck } from './read-check.ts';
export { readSignedRecord, readStatement, signatureOf } from './read-record-state.ts';
