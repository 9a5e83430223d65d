export { diagnose } from './advice.ts';
export { recordNoticeSent, noticeSentAt } from './request-notice.ts';
export { accessOf, sentPartsOf } from './connection.ts';
export { reencryptSecrets } from './reencrypt-secrets.ts';
export { openServer, stepsOf } from './open-server.ts';
export { storeNotSent, storeNotTried, requesterOf } from './store-not-sent.ts';
export { requestDelivery, requestDeliveryNow, requestDeliveryOnApproval } from './request-delivery.ts';
export { pauseAfter, TRY_LASTS_MS } from './retry-pauses.ts';
export {
  clearTrouble,
  lockTrouble,
  recordFailure,
  noteTrial,
  readTrouble,
  retryNow,
  type Trouble,
} from './trouble.ts';
export type { AllowsFileServer } from './server-address.ts';
export { TransferFault } from './transfer-fault.ts';
export type { Deadlines } from './transport.ts';
