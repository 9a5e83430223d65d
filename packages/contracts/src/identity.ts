import {
  idSchema,
  namedSchema,
  permissionSchema,
  restoredCopySchema,
  rolledBackSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

/** Seconds of validity below which an access token is refreshed, and how often that is looked at. */
export const TOKEN_MINIMUM_VALIDITY_S = 70;
export const TOKEN_CHECK_INTERVAL_MS = 5000;

/** `/config.json`: what the page must know before anybody has signed in. */
export const applicationConfigurationSchema = z.object({
  application: z.object({ backendUrl: z.string() }),
  keycloak: z.object({
    url: z.string(),
    realm: z.string(),
    clientId: z.string(),
    /** What the page asks for when somebody signs in again to decide; left out: nothing. */
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
  /** Of the laboratory; UTC without one. */
  timeZone: z.string(),
  roles: z.array(z.string()),
  permissions: z.array(permissionSchema),
  /** Somebody else had a way into the account: its permissions count when a second person has confirmed it. */
  permissionsOnHold: z.boolean().optional(),
  /** After how long without input the session locks; null: it does not. */
  idleLockMinutes: z.int().nullable().optional(),
});
export type LoggedInUser = z.infer<typeof loggedInUserSchema>;

export const publicPropertiesSchema = z.object({
  product: z.object({
    name: z.string(),
    version: z.string(),
    /** The commit that it was made of, shortened; null: not known. */
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
  /** Null: every head of the audit trail that lies outside is in the database, or that one is not was confirmed. */
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
