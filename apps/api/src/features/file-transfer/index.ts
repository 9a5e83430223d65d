export { diagnose } from './advice.ts';
export { noteSent, noticeSentAt } from './ask-notice.ts';
export { accessOf, sentPartsOf } from './connection.ts';
export { reencryptSecrets } from './reencrypt-secrets.ts';
export { openServer, stepsOf } from './open-server.ts';
export { keepNotSent, keepNotTried, requesterOf } from './keep-not-sent.ts';
export { requestDelivery, requestDeliveryNow, requestDeliveryOnApproval } from './request-delivery.ts';
export { pauseAfter, TRY_LASTS_MS } from './retry-pauses.ts';
export {
  endTrouble,
  lockTrouble,
  noteFailure,
  noteTrial,
  readTrouble,
  tryNow,
  type Trouble,
} from './trouble.ts';
export type { AllowsFileServer } from './server-address.ts';
export { TransferFault } from './transfer-fault.ts';
export type { Deadlines } from './transport.ts';
