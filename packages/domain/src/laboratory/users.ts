import { z } from 'zod';

import { idSchema, instantSchema, revisionSchema } from '../text/fields.ts';
import { sentenceSchema } from '../text/text.ts';

export const laboratoryUserSchema = z.object({
  id: idSchema,
  login: z.string(),
  lastname: z.string(),
  firstname: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  enabled: z.boolean(),
  salesAdmin: z.boolean(),
  qaAdmin: z.boolean(),
  rdAdmin: z.boolean(),
  physician: z.boolean(),
  /** Roles with permissions but without a form field, such as `SUPER_ADMIN` and `LABORATORY_MANAGER`. */
  otherRoles: z.array(z.string()),
  requiredActions: z.array(z.string()),
  /** Others with access to the account since a second person last confirmed it. */
  wayBy: z.array(z.object({ id: idSchema, name: z.string() })),
  lastSignInAt: instantSchema.nullable(),
  revision: revisionSchema,
});
export type LaboratoryUser = z.infer<typeof laboratoryUserSchema>;

/** Characters that Keycloak refuses in names (its `person-name-prohibited-characters`). */
const PERSON_NAME = /^[^<>&"$%!#?§;*~/\\|^=[\]{}()]*$/;
export const personNameSchema = sentenceSchema
  .min(1)
  .max(100)
  .regex(PERSON_NAME, 'a name must not contain any of < > & " $ % ! # ? ; * / = ( )');
/** Case-insensitive, here and at the provider. */
export const emailSchema = z.string().trim().toLowerCase().pipe(z.email().max(254));
export const loginSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._@-]{2,254}$/,
    'a login has 3 to 255 lower-case letters, digits, dots or hyphens and begins with a letter or a digit',
  );

/** How the user gets a password: a one-time link, or a mail by the provider. */
export const passwordOfferSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), link: z.string(), expiresAt: instantSchema }),
  z.object({ kind: z.literal('mail'), email: z.string() }),
  /** The provider failed to send it; it can be requested again. */
  z.object({ kind: z.literal('mail-failed'), email: z.string() }),
]);
export type PasswordOffer = z.infer<typeof passwordOfferSchema>;

/** A user who has signed in and belongs to no laboratory. */
export const unassignedUserSchema = z.object({
  /** The user, who is known by login. */
  id: idSchema,
  login: z.string(),
  lastname: z.string(),
  firstname: z.string(),
  email: z.string(),
  /** The last sign-in; null: never, for a user removed from a laboratory. */
  seenAt: instantSchema.nullable(),
  /**
   * `laboratory`: the user has none. `account`: the provider has a new account with the login of a known
   * user.
   */
  lacks: z.enum(['laboratory', 'account']),
  revision: revisionSchema,
});
export type UnassignedUser = z.infer<typeof unassignedUserSchema>;
