import { parseArgs } from 'node:util';

import { INSTALLATION, nameSchema, publicKeySchema, reasonSchema, type SigningKey } from '@curvewell/domain';
import { keyIdOf } from '@curvewell/domain/record';
import { z } from 'zod';

import { systemClock } from '../clock.ts';
import { confirmRolledBack, readHeads, verifyAgainst } from '../features/audit/index.ts';
import { reencryptSecrets } from '../features/file-transfer/index.ts';
import {
  administerConfirmation,
  administerLink,
  administerMember,
  administerNewLaboratory,
  administerPassword,
  administerUnassignedUsers,
  keepsPasswords,
  type Administration,
  type IdentityAdmin,
} from '../features/users/index.ts';
import type { Secrets } from '../database/secrets.ts';
import { confirmRestored } from '../backup/installation.ts';
import { installSampleKits } from '../seed/index.ts';
import { revokeKey } from '../signing/revoke-key.ts';
import type { Signer } from '../signing/signer.ts';
import { readSigningKeys } from '../signing/signing-keys.ts';
import { administerCatalogue, administerMove, MOVE_HELP } from './move-command.ts';
import { AdminUsageError } from './usage-error.ts';

export { AdminUsageError } from './usage-error.ts';

export const ADMIN_HELP = `Curvewell: manages laboratories and users without a sign-in. DATABASE_URL names the database.

  create-laboratory <name> [--user <login>] [--four-eyes]
                                              creates a laboratory and adds a user; with --four-eyes, nobody
                                              decides on a run that they interpreted or submitted
  assign <login> --laboratory <name>          adds an unassigned user to a laboratory
  link <login>                                links the account that was recreated for a login
  confirm <login>                             confirms an account if no second person can: its permissions take effect again
  reset <login>                               issues a set-password link of the embedded identity provider, or an e-mail
  install-sample-kits                         installs sample kits; runs with them are trial runs
  people                                      lists the unassigned users
  audit [<file or folder> …]                  checks every entry of the audit trail, also against the exported
                                              audit heads that are named; exits with 1 if one does not match
  keys                                        lists the public keys that sign records, the current key last
  revoke-key <key> --since <time> --reason <text>
                                              revokes a previous key (its id or public key): its signatures from that
                                              time (ISO 8601) on are invalid; the current key, SIGNING_KEY or
                                              KMS_SIGNING_KEY, signs the revocation
  confirm-restored                            makes a restored copy the installation: it sends and backs up again
  confirm-rolled-back --reason <text>         confirms that the database was rolled back on purpose, such as to a backup:
                                              runs can be decided and sent again
  reencrypt-secrets                           encrypts the passwords of file servers with the first key of SECRETS_KEY
${MOVE_HELP}
Users must have signed in once. The identity provider assigns roles. The audit trail records every command.
`;

/** The audit trail is not intact. */
export class BrokenTrailError extends Error {}

export interface AdminDependencies extends Administration {
  /** Null: the command does not manage passwords. */
  readonly identityAdmin: IdentityAdmin | null;
  readonly secrets: Secrets;
  /** Opens the signing key when a command needs it. @returns null: no key is configured */
  readonly openSigner: () => Promise<Signer | null>;
}

/** Runs a command. @returns its output @throws AdminUsageError, AppError */
export async function runAdminCommand(
  administration: AdminDependencies,
  commandLine: readonly string[],
): Promise<string> {
  const { command, rest, values } = parse(commandLine);
  const one = (what: string): string => {
    const [value] = rest;
    if (value === undefined || rest.length > 1)
      throw new AdminUsageError(`${command} takes one ${what}. Put names that contain spaces in quotes.`);
    return value;
  };
  switch (command) {
    case 'create-laboratory': {
      const name = laboratoryName(one('name of a laboratory'));
      const login = values.user ?? null;
      await administerNewLaboratory(administration, { name, login, fourEyes: values['four-eyes'] });
      return login === null
        ? `Created the laboratory “${name}”.`
        : `Created the laboratory “${name}” and added ${login}.`;
    }
    case 'assign': {
      const login = one('login');
      if (values.laboratory === undefined) throw new AdminUsageError('Missing option: --laboratory <name>.');
      const name = laboratoryName(values.laboratory);
      await administerMember(administration, { name, login });
      return `Added ${login} to “${name}”.`;
    }
    case 'link': {
      const login = one('login');
      await administerLink(administration, login);
      return `Linked the new account of ${login}.`;
    }
    case 'confirm': {
      const login = one('login');
      const identityAdmin = administration.identityAdmin ?? keepsPasswords;
      await administerConfirmation({ ...administration, identityAdmin }, login);
      return `Confirmed the account of ${login}. Its permissions take effect.`;
    }
    case 'reset': {
      const { identityAdmin } = administration;
      if (identityAdmin === null) throw new AdminUsageError('The identity provider manages passwords.');
      const offer = await administerPassword({ ...administration, identityAdmin }, one('login'));
      if (offer.kind === 'link') return `${offer.link}\nIt works once, until ${offer.expiresAt}.`;
      return offer.kind === 'mail' ? `Sent an e-mail to ${offer.email}.` : 'The e-mail was not sent.';
    }
    case 'people': {
      const lines = await administerUnassignedUsers(administration);
      return lines.length === 0 ? 'There are no unassigned users.' : lines.join('\n');
    }
    case 'install-sample-kits': {
      const kits = await installSampleKits(administration.db, administration.actor);
      return kits.length === 0 ? 'All sample kits are installed already.' : `Installed: ${kits.join(', ')}.`;
    }
    case 'audit':
      return administerTrail(administration, await readHeads(rest));
    case 'keys': {
      const keys = await readSigningKeys(administration.db);
      return keys.map(keyLine).join('\n');
    }
    case 'revoke-key':
      return administerRevocation(administration, one('key'), values);
    case 'confirm-restored': {
      if (rest.length > 0) throw new AdminUsageError('confirm-restored takes no arguments.');
      const { madeAt } = await confirmRestored(administration.db, administration.actor);
      return `The database restored from the backup of ${madeAt.toISOString()} is now the installation. It sends results and makes backups again.`;
    }
    case 'confirm-rolled-back': {
      const reason = reasonSchema.safeParse(values.reason);
      if (rest.length > 0 || !reason.success) throw new AdminUsageError('Missing option: --reason <text>.');
      await confirmRolledBack(administration.db, administration.actor, { reason: reason.data });
      return 'Confirmed. Runs can be decided and sent again.';
    }
    case 'reencrypt-secrets': {
      const count = await reencryptSecrets(administration);
      return count === 0
        ? 'All passwords are already encrypted with the first key.'
        : `Encrypted with the first key: ${count === 1 ? '1 laboratory' : `${count} laboratories`}.`;
    }
    case 'move-laboratory':
      return administerMove(administration, laboratoryName(one('name of a laboratory')), values);
    case 'follow-catalogue':
      return administerCatalogue(administration, one('address'));
    default:
      throw new AdminUsageError(command === '' ? 'Missing command.' : `Unknown command: ${command}.`);
  }
}

const keyLine = ({ publicKey, since, revocation, use }: SigningKey): string => {
  const revoked = revocation === undefined ? '' : `  revoked since ${revocation.revokedAt}`;
  const what = use === 'heads' ? '  for heads' : '';
  return `${publicKey}  since ${since.slice(0, 10)}${what}${revoked}`;
};

/** @throws AdminUsageError, AppError */
async function administerRevocation(
  { db, actor, openSigner }: AdminDependencies,
  named: string,
  given: { readonly since?: string | undefined; readonly reason?: string | undefined },
): Promise<string> {
  const since = z.iso.datetime({ offset: true }).safeParse(given.since);
  const reason = reasonSchema.safeParse(given.reason);
  if (!since.success || !reason.success)
    throw new AdminUsageError(
      'Missing option: --since <time, such as 2026-11-28T14:05:00Z> or --reason <text>.',
    );
  const signer = await openSigner();
  if (signer === null) throw new AdminUsageError('Set SIGNING_KEY or KMS_SIGNING_KEY to the current key.');
  const keyId = publicKeySchema.safeParse(named).success ? keyIdOf(named) : named;
  const revokedAt = new Date(since.data);
  await revokeKey({ db, clock: systemClock, signer }, actor, { keyId, revokedAt, reason: reason.data });
  return `The key ${keyId} is revoked: its signatures from ${revokedAt.toISOString()} on are invalid.`;
}

/** @throws BrokenTrailError */
async function administerTrail(
  { db, openSigner }: AdminDependencies,
  heads: Awaited<ReturnType<typeof readHeads>>,
): Promise<string> {
  const keys = await readSigningKeys(db);
  const newest = keys.find(({ endorsement }) => endorsement === null)?.publicKey ?? '';
  const own = await openSigner();
  const signer = { publicKey: own?.publicKey ?? newest };
  const states = await verifyAgainst({ db, clock: systemClock, signer }, heads);
  const lines = states.map(({ laboratory, chain, entries, fault, lastHash }) => {
    const held = heads.filter(({ head }) => head.chain === chain).length;
    const whose = laboratory ?? (chain === INSTALLATION ? 'The installation' : chain);
    return fault === null
      ? `✓ ${whose}: ${entries} entries, intact up to ${lastHash ?? 'none'}; ${held} exported heads match`
      : `✗ ${whose}: ${fault.text}`;
  });
  if (own === null && heads.length > 0)
    lines.push('? SIGNING_KEY is not set: the heads were checked with the key in the database.');
  if (states.some(({ fault }) => fault !== null)) throw new BrokenTrailError(lines.join('\n'));
  return lines.join('\n');
}

function parse(commandLine: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        user: { type: 'string' },
        laboratory: { type: 'string' },
        reason: { type: 'string' },
        since: { type: 'string' },
        'four-eyes': { type: 'boolean', default: false },
        to: { type: 'string' },
        database: { type: 'string' },
        cancel: { type: 'boolean', default: false },
        remove: { type: 'boolean', default: false },
        'correct-address': { type: 'boolean', default: false },
      },
    });
    const [command = '', ...rest] = positionals;
    return { command, rest, values };
  } catch (error) {
    throw new AdminUsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function laboratoryName(typed: string): string {
  const name = nameSchema.safeParse(typed);
  if (!name.success) throw new AdminUsageError('The name of a laboratory must have 1 to 100 characters.');
  return name.data;
}
