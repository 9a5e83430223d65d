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
  knowsAllChanges,
  type IdentityAdmin,
  type ProviderChanges,
} from './identity-admin.ts';
