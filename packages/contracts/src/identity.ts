import {
  idSchema,
  namedSchema,
  permissionSchema,
  restoredCopySchema,
  rolledBackSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

/** Remaining validity in seconds below which an access token is refreshed, and the interval of that check. */
export const TOKEN_MINIMUM_VALIDITY_S = 70;
export const TOKEN_CHECK_INTERVAL_MS = 5000;

/** `/config.json`: the settings that the page needs before sign-in. */
export const applicationConfigurationSchema = z.object({
  application: z.object({ backendUrl: z.string() }),
  keycloak: z.object({
    url: z.string(),
    realm: z.string(),
    clientId: z.string(),
    /** The level that the page requests for a sign-in before a decision; omitted: none. */
    signingAcr: z.string().optional(),
  }),
});
export type ApplicationConfiguration = z.infer<typeof applicationConfigurationSchema>;

export const loggedInUserSchema = z.object({
  id: idSchema.nullable(),
  preferredUsername: z.string(),
  name: z.string(),
  /** The first one is used. */
  laboratories: z.array(namedSchema),
  laboratoryState: z.enum(['active', 'inactive', 'none']),
  /** The laboratory's time zone; UTC without a laboratory. */
  timeZone: z.string(),
  roles: z.array(z.string()),
  permissions: z.array(permissionSchema),
  /**
   * Another person had access to the account, so its permissions take effect only after a second person
   * confirms it.
   */
  permissionsOnHold: z.boolean().optional(),
  /** Minutes without input until the session locks; null: never. */
  idleLockMinutes: z.int().nullable().optional(),
});
export type LoggedInUser = z.infer<typeof loggedInUserSchema>;

export const publicPropertiesSchema = z.object({
  product: z.object({
    name: z.string(),
    version: z.string(),
    /** The abbreviated commit of the build; null: unknown. */
    commit: z.string().nullable(),
    releaseDate: z.string(),
    manufacturer: z.string(),
    regulatoryMarks: z.array(z.string()),
    address: z.string(),
    phone: z.string(),
    website: z.string(),
  }),
  algoVersion: z.string(),
  runFileDownload: z.boolean(),
  maxUploadBytes: z.int(),
  /** Null: this is the real installation. */
  restoredCopy: restoredCopySchema.nullable(),
  /**
   * Null: the database has the entry of every exported head, or an administrator has confirmed the missing
   * ones.
   */
  rolledBack: rolledBackSchema.nullable(),
});
export type PublicProperties = z.infer<typeof publicPropertiesSchema>;

export const identityCalls = {
  me: call({
    id: 'ENTITY-37',
    summary: 'Get the signed-in user with laboratory and permissions',
    method: 'GET',
    path: '/me',
    access: signedIn,
    scope: 'global',
    answer: loggedInUserSchema,
  }),
  publicProperties: call({
    id: 'API-83',
    summary: 'Get the product and the options of this installation',
    method: 'GET',
    path: '/public-properties',
    access: signedIn,
    scope: 'global',
    answer: publicPropertiesSchema,
  }),
};
