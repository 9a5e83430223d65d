export { outsideAccounts, type IdentityAdmin } from './identity-admin.ts';
