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
  type Administration,
  type IdentityAdmin,
} from '../features/users/index.ts';
import type { Secrets } from '../database/secrets.ts';
import { confirmRestored } from '../backup/installation.ts';
import { installSampleKits } from '../seed/index.ts';
import { revokeKey } from '../signing/revoke-key.ts';
import type { Signer } from '../signing/signer.ts';
import { readSigningKeys } from '../signing/signing-keys.ts';

export const ADMIN_HELP = `Curvewell: laboratories and people, without signing in. DATABASE_URL names the database.

  create-laboratory <name> [--user <login>] [--four-eyes]
                                              makes a laboratory, and takes a person into it; with --four-eyes nobody
                                              decides on a run that they interpreted or submitted
  take-in <login> --laboratory <name>         takes a person who belongs nowhere into a laboratory
  link <login>                                lets a person in with the account that was recreated under their login
  confirm <login>                             confirms whose account it is, where no second person can: its rights count again
  reset <login>                               a new way to a password: a link of the embedded identity provider, or a mail
  install-sample-kits                         installs kits that show how the product works; runs with them are trials
  people                                      lists who has signed in and belongs nowhere
  audit [<file or folder> …]                  reads every entry of the audit trail again, and holds it against the
                                              exported heads that are named; ends with 1 when one does not hold
  keys                                        the public keys that records are signed with, the one in use last
  revoke-key <key> --since <time> --reason <text>
                                              revokes a former key (its id or public key): nothing counts that it signs
                                              from that time (ISO 8601) on; SIGNING_KEY or KMS_SIGNING_KEY is the key in
                                              use, which signs so
  confirm-restored                            makes a restored copy the real installation: it sends and backs up again
  confirm-rolled-back --reason <text>         confirms that the database was set back on purpose, such as to a backup:
                                              runs are decided and sent again
  reencrypt-secrets                           encrypts passwords for file servers with the first key of SECRETS_KEY

A person has to have signed in once; roles are given at the identity provider. Everything is on record in the audit trail.
`;

/** A command that cannot be understood: the help says how it is written. */
export class AdminUsageError extends Error {}

/** The audit trail is not what was written. */
export class BrokenTrailError extends Error {}

/** What a command may need. */
export interface AdminNeeds extends Administration {
  /** Null: passwords are nothing of this command. */
  readonly identityAdmin: IdentityAdmin | null;
  readonly secrets: Secrets;
  /** With what the installation signs, opened where a command needs it. @returns null: not set here */
  readonly openSigner: () => Promise<Signer | null>;
}

/** Does what a command says. @returns what to tell @throws AdminUsageError, AppError */
export async function runAdminCommand(
  administration: AdminNeeds,
  commandLine: readonly string[],
): Promise<string> {
  const { command, rest, values } = parse(commandLine);
  const one = (what: string): string => {
    const [value] = rest;
    if (value === undefined || rest.length > 1)
      throw new AdminUsageError(`${command} takes one ${what}; put names with blanks in quotes.`);
    return value;
  };
  switch (command) {
    case 'create-laboratory': {
      const name = laboratoryName(one('name of a laboratory'));
      const login = values.user ?? null;
      await administerNewLaboratory(administration, { name, login, fourEyes: values['four-eyes'] });
      return login === null
        ? `Made the laboratory “${name}”.`
        : `Made the laboratory “${name}” and took ${login} in.`;
    }
    case 'take-in': {
      const login = one('login');
      if (values.laboratory === undefined) throw new AdminUsageError('Say --laboratory <name>.');
      const name = laboratoryName(values.laboratory);
      await administerMember(administration, { name, login });
      return `Took ${login} into “${name}”.`;
    }
    case 'link': {
      const login = one('login');
      await administerLink(administration, login);
      return `${login} is let in with the new account.`;
    }
    case 'confirm': {
      const login = one('login');
      await administerConfirmation(administration, login);
      return `The account of ${login} is confirmed: its rights count.`;
    }
    case 'reset': {
      const { identityAdmin } = administration;
      if (identityAdmin === null) throw new AdminUsageError('Passwords are chosen elsewhere.');
      const offer = await administerPassword({ ...administration, identityAdmin }, one('login'));
      if (offer.kind === 'link') return `${offer.link}\nIt works once, until ${offer.expiresAt}.`;
      return offer.kind === 'mail' ? `A mail is on its way to ${offer.email}.` : 'The mail was not sent.';
    }
    case 'people': {
      const lines = await administerUnassignedUsers(administration);
      return lines.length === 0 ? 'Nobody waits to be taken in.' : lines.join('\n');
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
      if (rest.length > 0) throw new AdminUsageError('confirm-restored takes nothing else.');
      const { madeAt } = await confirmRestored(administration.db, administration.actor);
      return `The database of the backup of ${madeAt.toISOString()} is the real installation: it sends and backs up again.`;
    }
    case 'confirm-rolled-back': {
      const reason = reasonSchema.safeParse(values.reason);
      if (rest.length > 0 || !reason.success) throw new AdminUsageError('Say --reason <text>.');
      await confirmRolledBack(administration.db, administration.actor, { reason: reason.data });
      return 'Confirmed: runs are decided and sent again.';
    }
    case 'reencrypt-secrets': {
      const count = await reencryptSecrets(administration);
      return count === 0
        ? 'Everything is encrypted with the first key already.'
        : `Encrypted again: ${count === 1 ? '1 laboratory' : `${count} laboratories`}.`;
    }
    default:
      throw new AdminUsageError(command === '' ? 'Say what to do.' : `There is no command ${command}.`);
  }
}

const keyLine = ({ publicKey, since, revocation, use }: SigningKey): string => {
  const revoked = revocation === undefined ? '' : `  revoked since ${revocation.revokedAt}`;
  const what = use === 'heads' ? '  for heads' : '';
  return `${publicKey}  since ${since.slice(0, 10)}${what}${revoked}`;
};

/** @throws AdminUsageError, AppError */
async function administerRevocation(
  { db, actor, openSigner }: AdminNeeds,
  named: string,
  given: { readonly since?: string | undefined; readonly reason?: string | undefined },
): Promise<string> {
  const since = z.iso.datetime({ offset: true }).safeParse(given.since);
  const reason = reasonSchema.safeParse(given.reason);
  if (!since.success || !reason.success)
    throw new AdminUsageError('Say --since <time, such as 2026-11-28T14:05:00Z> and --reason <text>.');
  const signer = await openSigner();
  if (signer === null) throw new AdminUsageError('Set SIGNING_KEY or KMS_SIGNING_KEY to the key in use.');
  const keyId = publicKeySchema.safeParse(named).success ? keyIdOf(named) : named;
  const revokedAt = new Date(since.data);
  await revokeKey({ db, clock: systemClock, signer }, actor, { keyId, revokedAt, reason: reason.data });
  return `The key ${keyId} is revoked: nothing counts that it signs from ${revokedAt.toISOString()} on.`;
}

/** @throws BrokenTrailError */
async function administerTrail(
  { db, openSigner }: AdminNeeds,
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
      ? `✓ ${whose}: ${entries} entries, unbroken up to ${lastHash ?? 'none'}; ${held} exported heads agree`
      : `✗ ${whose}: ${fault.text}`;
  });
  if (own === null && heads.length > 0)
    lines.push('? SIGNING_KEY is not set: the heads were checked with the key that the database names.');
  if (states.some(({ fault }) => fault !== null)) throw new BrokenTrailError(lines.join('\n'));
  return lines.join('\n');
}

function parse(commandLine: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        ...{ user: { type: 'string' }, laboratory: { type: 'string' }, reason: { type: 'string' } },
        since: { type: 'string' },
        'four-eyes': { type: 'boolean', default: false },
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
  if (!name.success) throw new AdminUsageError('The name of a laboratory has 1 to 100 characters.');
  return name.data;
}
