export { deliver, type DeliveryDependencies } from './deliver.ts';
export { sendAuditHead } from './send-audit-head.ts';
export { sendNotice, type NoticeDependencies } from './send-notice.ts';
