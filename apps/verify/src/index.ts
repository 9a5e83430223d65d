export type { Finding } from './findings.ts';
export { verifyRecord } from './verify-record.ts';
export { verifyTrail } from './verify-trail.ts';
