export { deliver, type DeliverNeeds } from './deliver.ts';
export { sendAuditHead } from './send-audit-head.ts';
export { sendNotice, type NoticeNeeds } from './send-notice.ts';
