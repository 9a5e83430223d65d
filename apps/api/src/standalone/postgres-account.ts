import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The account of the database server, which refuses to run as root. */
export interface PostgresAccount {
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Prefix of each command. */
  readonly prefix: readonly string[];
  own(file: string): Promise<void>;
}

/** @param paths - which the account must be able to reach */
export async function postgresAccount(paths: readonly string[]): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { ids: {}, prefix: [], own: () => Promise.resolve() };

  const { uid, gid } = (await findAccount('postgres')) ?? (await createAccount('postgres'));
  const own = (file: string) => chown(file, uid, gid);
  if (await areOpenToAll(paths)) return { ids: { uid, gid }, prefix: [], own };

  // For a clone in root's home: the account may traverse the parent folders and nothing else.
  return {
    ids: {},
    prefix: [
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      // Keeps the capability effective for programs that check file access first.
      '--securebits=+no_setuid_fixup',
    ],
    own,
  };
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

async function findAccount(name: string): Promise<Account | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = lines.find(([login]) => login === name) ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

async function createAccount(name: string): Promise<Account> {
  await execute('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    name,
  ]);
  const account = await findAccount(name);
  if (account === undefined)
    throw new Error(`The account ${name} could not be created. Start Curvewell as a user other than root.`);
  return account;
}

async function areOpenToAll(paths: readonly string[]): Promise<boolean> {
  const folders = new Set(paths.flatMap((one) => ancestors(path.resolve(one))));
  const open = await Promise.all(
    [...folders].map(async (folder) => ((await stat(folder)).mode & 0o001) !== 0),
  );
  return open.every(Boolean);
}

function ancestors(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file ? [file] : [parent, ...ancestors(parent)];
}
