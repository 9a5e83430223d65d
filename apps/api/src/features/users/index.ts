export {
  administerLink,
  administerMember,
  administerNewLaboratory,
  administerStrangers,
  type Administration,
} from './administer.ts';
export { outsideAccounts, type IdentityAdmin } from './identity-admin.ts';
