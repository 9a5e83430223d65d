export {
  administerConfirmation,
  administerLink,
  administerMember,
  administerNewLaboratory,
  administerPassword,
  administerStrangers,
  type Administration,
} from './administer.ts';
export { type Account, type AccountOwner, outsideAccounts, type IdentityAdmin } from './identity-admin.ts';
