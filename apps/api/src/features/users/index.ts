export {
  administerConfirmation,
  administerLink,
  administerMember,
  administerNewLaboratory,
  administerPassword,
  administerUnassignedUsers,
  type Administration,
} from './administer.ts';
export {
  type Account,
  type AccountOwner,
  outsideAccounts,
  keepsPasswords,
  knowsAllChanges,
  type IdentityAdmin,
  type PasswordState,
  type ProviderChanges,
} from './identity-admin.ts';
export { userHolds } from './read-users.ts';
