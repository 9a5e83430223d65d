import { z } from 'zod';

import { idSchema, instantSchema, nameSchema, revisionSchema } from './fields.ts';

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
  /** Roles without a box that carry permissions here, such as `SUPER_ADMIN` and `LABORATORY_MANAGER`. */
  otherRoles: z.array(z.string()),
  requiredActions: z.array(z.string()),
  /** Who else had a way into the account since a second person confirmed whose it is; names beside the ids. */
  wayBy: z.array(z.object({ id: idSchema, name: z.string() })),
  lastSignInAt: instantSchema.nullable(),
  revision: revisionSchema,
});
export type LaboratoryUser = z.infer<typeof laboratoryUserSchema>;

/** What Keycloak refuses in the name of a person (its `person-name-prohibited-characters`). */
const PERSON_NAME = /^[^<>&"$%!#?§;*~/\\|^=[\]{}()]*$/;
export const personNameSchema = nameSchema.regex(
  PERSON_NAME,
  'a name must not contain any of < > & " $ % ! # ? ; * / = ( )',
);
/** Large and small letters count alike, here and at the provider. */
export const emailSchema = z.string().trim().toLowerCase().pipe(z.email().max(254));
export const loginSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._@-]{2,254}$/,
    'a login has 3 to 255 lower-case letters, digits, dots or hyphens and begins with a letter or a digit',
  );

/** How the person comes to a password: a link that works once, or a mail that the provider sent. */
export const passwordOfferSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), link: z.string(), expiresAt: instantSchema }),
  z.object({ kind: z.literal('mail'), email: z.string() }),
  /** The provider could not send it; it may be requested again. */
  z.object({ kind: z.literal('mail-failed'), email: z.string() }),
]);
export type PasswordOffer = z.infer<typeof passwordOfferSchema>;

/** Somebody who signed in and whom no laboratory has. */
export const unassignedUserSchema = z.object({
  /** The user, who is known by login. */
  id: idSchema,
  login: z.string(),
  lastname: z.string(),
  firstname: z.string(),
  email: z.string(),
  /** When they signed in last; null: never, a laboratory of theirs was left. */
  seenAt: instantSchema.nullable(),
  /** `laboratory`: belongs to none. `account`: the provider has a new account under the login of a known user. */
  lacks: z.enum(['laboratory', 'account']),
  revision: revisionSchema,
});
export type UnassignedUser = z.infer<typeof unassignedUserSchema>;
