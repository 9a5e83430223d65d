import { parseArgs } from 'node:util';

import { nameSchema } from '@curvewell/contracts';

import { encryptSecretsAnew } from './features/file-transfer/index.ts';
import {
  administerLink,
  administerMember,
  administerNewLaboratory,
  administerStrangers,
  type Administration,
} from './features/users/index.ts';
import type { Secrets } from './secrets.ts';
import { readSigningKeys } from './signing-keys.ts';

export const ADMIN_HELP = `Curvewell: laboratories and people, without signing in. DATABASE_URL names the database.

  create-laboratory <name> [--user <login>]   makes a laboratory, and takes a person into it
  take-in <login> --laboratory <name>         takes a person who belongs nowhere into a laboratory
  link <login>                                lets a person in with the account that was made anew under their login
  people                                      lists who has signed in and belongs nowhere
  keys                                        the public keys that records are signed with, the one in use last
  encrypt-secrets-anew                        encrypts passwords for file servers with the first key of SECRETS_KEY

A person has to have signed in once; roles are given at the identity provider. Everything is on record in the audit trail.
`;

/** A command that cannot be understood: the help says how it is written. */
export class AdminUsageError extends Error {}

/** What a command may need. */
export interface AdminNeeds extends Administration {
  readonly secrets: Secrets;
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
      await administerNewLaboratory(administration, { name, login });
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
    case 'people': {
      const lines = await administerStrangers(administration);
      return lines.length === 0 ? 'Nobody waits to be taken in.' : lines.join('\n');
    }
    case 'keys': {
      const keys = await readSigningKeys(administration.db);
      return keys.map(({ publicKey, since }) => `${publicKey}  since ${since.slice(0, 10)}`).join('\n');
    }
    case 'encrypt-secrets-anew': {
      const count = await encryptSecretsAnew(administration);
      return count === 0
        ? 'Everything is encrypted with the first key already.'
        : `Encrypted anew: ${count === 1 ? '1 laboratory' : `${count} laboratories`}.`;
    }
    default:
      throw new AdminUsageError(command === '' ? 'Say what to do.' : `There is no command ${command}.`);
  }
}

function parse(commandLine: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: { user: { type: 'string' }, laboratory: { type: 'string' } },
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
