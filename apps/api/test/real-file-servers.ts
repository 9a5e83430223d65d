import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { CERTIFICATES } from './certificates.ts';
import { freePort } from './free-port.ts';
import { listening } from './listening.ts';

/** The Debian packages of proftpd and OpenSSH, with their dependencies. */
const PACKAGES = [
  'proftpd-core',
  'proftpd-mod-crypto',
  'openssh-server',
  'libwrap0',
  'libhiredis0.14',
  'libmemcached11',
  'libmemcachedutil2',
  'libhashkit2',
  'libpcre2-posix3',
];
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/file-servers', import.meta.url));
const ROOT = path.join(FOLDER, 'root');
const LIBRARIES = `${ROOT}/usr/lib/x86_64-linux-gnu:${ROOT}/lib/x86_64-linux-gnu`;
/** The account of the servers when tests run as root, which they refuse to serve. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const [uid, gid] = isRoot ? [NOBODY, NOBODY] : [userInfo().uid, userInfo().gid];
export const SERVER_USER = isRoot ? 'nobody' : userInfo().username;
export const SERVER_PASSWORD = 'a password for tests';

/** Unpacks the servers without installing them. @returns why that is impossible here; null: unpacked */
export function unpackFileServers(): string | null {
  if (existsSync(path.join(ROOT, 'usr/sbin/proftpd'))) return null;
  try {
    execFileSync('mkdir', ['-p', ROOT]);
    execFileSync('apt-get', ['download', '-qq', ...PACKAGES], { cwd: FOLDER, stdio: 'ignore' });
    execFileSync('sh', ['-c', `for one in *.deb; do dpkg -x "$one" root; done`], { cwd: FOLDER });
    return null;
  } catch (error) {
    return `proftpd and OpenSSH cannot be fetched here: ${error instanceof Error ? error.message : ''}`;
  }
}

export interface RealServer {
  readonly port: number;
  /** The target directory in the server's view. */
  readonly directory: string;
  /** Suspends it. */
  readonly freeze: () => void;
  readonly kill: () => void;
  readonly close: () => Promise<void>;
}

export type ServerKind = 'FTP' | 'FTPS' | 'SFTP password' | 'SFTP key';

interface Options {
  /** Which of two keys or certificates it uses. */
  readonly identity?: 0 | 1;
  /** In the format of authorized_keys. */
  readonly userKey?: string;
}

/** Starts proftpd, or OpenSSH for sign-in by key. */
export async function startRealServer(
  kind: ServerKind,
  { identity = 0, userKey = '' }: Options = {},
): Promise<RealServer> {
  const home = await mkdtemp(path.join(tmpdir(), 'curvewell-files-'));
  await chmod(home, 0o755);
  const directory = path.join(home, 'results');
  await mkdir(directory);
  await mkdir(path.join(home, 'denied'), { mode: 0o555 });
  const port = await freePort();
  const write = (name: string, text: string) => writeFile(path.join(home, name), text, { mode: 0o600 });
  // Overwritten, so that another key belongs to the same server.
  const hostKey = path.join(home, 'host_key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', hostKey]);
  const { cert, key } = CERTIFICATES[identity];
  await write('certificate.pem', `${cert}\n${key}`);
  await write('authorized_keys', userKey);
  const crypt = execFileSync('openssl', ['passwd', '-6', SERVER_PASSWORD]).toString().trim();
  await write('passwd', `${SERVER_USER}:${crypt}:${uid}:${gid}::${home}:/bin/sh\n`);
  await write('group', `files:x:${gid}:\n`);
  const isOpenSsh = kind === 'SFTP key';
  await write('settings', isOpenSsh ? sshdSettings(home, port) : proftpdSettings(kind, home, port));
  if (isRoot) execFileSync('chown', ['-R', `${uid}:${gid}`, home]);
  if (isRoot) await chown(path.join(home, 'denied'), 0, 0);

  const settings = path.join(home, 'settings');
  const [program, args] = isOpenSsh
    ? ['sshd', ['-D', '-e', '-f', settings]]
    : ['proftpd', ['--nodaemon', '--config', settings]];
  const child = spawn(path.join(ROOT, 'usr/sbin', program), args, {
    uid,
    gid,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LD_LIBRARY_PATH: LIBRARIES },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await listening(port, child, () => output);
  const signal = (name: NodeJS.Signals) => {
    for (const pid of withDescendants(child.pid ?? 0)) {
      try {
        process.kill(pid, name);
      } catch {
        // The process has ended.
      }
    }
  };
  return {
    port,
    directory,
    freeze: () => {
      signal('SIGSTOP');
    },
    kill: () => {
      signal('SIGKILL');
    },
    close: async () => {
      signal('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}

function proftpdSettings(kind: ServerKind, home: string, port: number): string {
  const tls = `
    LoadModule mod_tls.c
    TLSEngine on
    TLSRequired on
    TLSECCertificateFile ${home}/certificate.pem
    TLSECCertificateKeyFile ${home}/certificate.pem
    TLSLog none`;
  const sftp = `
    LoadModule mod_sftp.c
    SFTPEngine on
    SFTPHostKey ${home}/host_key
    SFTPAuthMethods password
    SFTPLog none`;
  return `
    ServerName curvewell
    User ${SERVER_USER}
    Group ${execFileSync('id', ['-gn', SERVER_USER]).toString().trim()}
    ControlsEngine off
    ServerType standalone
    DefaultServer on
    DefaultAddress 127.0.0.1
    SocketBindTight on
    Port ${port}
    UseIPv6 off
    ModulePath ${ROOT}/usr/lib/proftpd
    ${kind === 'FTPS' ? tls : kind === 'FTP' ? '' : sftp}
    AuthUserFile ${home}/passwd
    AuthGroupFile ${home}/group
    AuthOrder mod_auth_file.c
    RequireValidShell off
    UseFtpUsers off
    WtmpLog off
    TransferLog none
    SystemLog none
    ScoreboardFile ${home}/scoreboard
    DelayTable none
    PidFile ${home}/pid
    AllowOverwrite on
    AllowStoreRestart off
    TimesGMT on
`;
}

function sshdSettings(home: string, port: number): string {
  return `
    ListenAddress 127.0.0.1:${port}
    HostKey ${home}/host_key
    PidFile none
    # It takes an account without a password for a locked one, unless PAM is asked.
    UsePAM yes
    StrictModes no
    PasswordAuthentication no
    KbdInteractiveAuthentication no
    AuthorizedKeysFile ${home}/authorized_keys
    Subsystem sftp internal-sftp
    ForceCommand internal-sftp
`;
}

/** A process and its descendants: each connection has its own, some in other process groups. */
function withDescendants(pid: number): number[] {
  const processes = execFileSync('ps', ['-e', '-o', 'pid=,ppid=']).toString().trim().split('\n');
  const pairs = processes.map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) found.push(...pairs.flatMap(([own = 0, its]) => (its === parent ? [own] : [])));
  return found;
}
