export { accessOf, sentPartsOf } from './connection.ts';
export { encryptSecretsAnew } from './encrypt-anew.ts';
export { openServer, stepsOf } from './open-server.ts';
export { requestDelivery, requestDeliveryOnApproval } from './request-delivery.ts';
export type { AllowsFileServer } from './server-address.ts';
export { TransferFault } from './transfer-fault.ts';
export type { Deadlines } from './transport.ts';
