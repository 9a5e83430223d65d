import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { SMTPServer } from 'smtp-server';

import { freePort } from './free-port.ts';

/** The version in .github/docker/keycloak.Dockerfile. */
const VERSION = '26.7.3';
const REALM = fileURLToPath(new URL('../../../.github/docker/curvewell-realm.json', import.meta.url));
const ARCHIVE = path.join(
  homedir(),
  `.m2/repository/org/keycloak/keycloak-quarkus-dist/${VERSION}/keycloak-quarkus-dist-${VERSION}.zip`,
);
/** Keycloak builds itself at its first start. */
const START_MIN = 10;
export const ACCOUNTS_SECRET = 'a secret for tests';
/** The account of the mail server. */
const MAIL_ACCOUNT = { username: 'curvewell', password: 'a password of mail' } as const;

export interface RealKeycloak {
  readonly url: string;
  /** Values for the realm file. */
  readonly environment: NodeJS.ProcessEnv;
  /** The mails sent so far. */
  readonly mails: readonly { readonly to: string; readonly text: string }[];
  /** While closed, the mail server refuses mails. */
  readonly mailbox: { open(): Promise<void>; close(): Promise<void> };
  /** Makes a call of its Admin REST API as its administrator. */
  readonly ask: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Stops it; the returned function starts it again with its data. */
  readonly goAway: () => Promise<() => Promise<void>>;
  readonly stop: () => Promise<void>;
}

/** Needs minutes and a download from Maven Central, so it runs on request (`KEYCLOAK=1`) or at night. */
export const isWithKeycloak = (): boolean => {
  if (process.env['KEYCLOAK'] === undefined && process.env['NIGHT'] === undefined) return false;
  const missing = ['java', 'mvn', 'unzip'].filter(
    (command) => spawnSync(command, ['-v']).error !== undefined,
  );
  if (missing.length > 0) process.stderr.write(`Skipped, Keycloak: there is no ${missing.join(', no ')}.\n`);
  return missing.length === 0;
};

/** Starts a Keycloak with the deployment's realm, for pages at this address. */
export async function startKeycloak(publicUrl = 'https://localhost'): Promise<RealKeycloak> {
  if (!existsSync(ARCHIVE))
    execFileSync('mvn', [
      '--quiet',
      'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get',
      `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`,
      '-Dtransitive=false',
    ]);
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-keycloak-'));
  execFileSync('unzip', ['-q', ARCHIVE, '-d', folder]);
  const home = path.join(folder, `keycloak-${VERSION}`);
  await mkdir(path.join(home, 'data/import'), { recursive: true });
  await cp(REALM, path.join(home, 'data/import/curvewell-realm.json'));

  const [port, managementPort, mailPort] = [await freePort(), await freePort(), await freePort()];
  const mails: { to: string; text: string }[] = [];
  const mailbox = createMailbox(mails, mailPort);
  await mailbox.open();
  const environment = {
    CURVEWELL_URL: publicUrl,
    CURVEWELL_ACCOUNTS_SECRET: ACCOUNTS_SECRET,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailPort),
    SMTP_STARTTLS: 'false',
    SMTP_FROM: 'curvewell@lab.example',
    SMTP_AUTH: 'true',
    SMTP_USER: MAIL_ACCOUNT.username,
    SMTP_PASSWORD: MAIL_ACCOUNT.password,
  };

  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(
      path.join(home, 'bin/kc.sh'),
      [
        'start-dev',
        '--import-realm',
        '--http-host=127.0.0.1',
        `--http-port=${port}`,
        `--http-management-port=${managementPort}`,
      ],
      {
        stdio: 'ignore',
        detached: true,
        env: {
          ...process.env,
          JAVA_OPTS_KC_HEAP: '-Xms128m -Xmx512m',
          KC_CACHE: 'local',
          KC_HEALTH_ENABLED: 'true',
          KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
          KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin',
          ...environment,
        },
      },
    );
    await until(`http://127.0.0.1:${managementPort}/health/ready`);
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    process.kill(-child.pid, signal);
    await exit;
  };
  await start().catch(async (error: unknown) => {
    await end('SIGKILL');
    throw error;
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    environment,
    mails,
    mailbox,
    ask: administratorOf(url),
    goAway: async () => {
      await end('SIGTERM');
      return start;
    },
    stop: async () => {
      await end('SIGKILL');
      await mailbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createMailbox(mails: { to: string; text: string }[], port: number): RealKeycloak['mailbox'] {
  let server: SMTPServer | undefined;
  return {
    open: () =>
      new Promise((resolve) => {
        server = new SMTPServer({
          allowInsecureAuth: true,
          disabledCommands: ['STARTTLS'],
          onAuth: ({ username, password }, _, callback) => {
            if (username === MAIL_ACCOUNT.username && password === MAIL_ACCOUNT.password)
              callback(null, { user: username });
            else callback(new Error('wrong user or password'));
          },
          onData: (stream, session, callback) => {
            const parts: Buffer[] = [];
            stream.on('data', (part: Buffer) => parts.push(part));
            stream.on('end', () => {
              const to = session.envelope.rcptTo.map(({ address }) => address).join();
              mails.push({ to, text: Buffer.concat(parts).toString() });
              callback();
            });
          },
        });
        server.listen(port, '127.0.0.1', resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        if (server === undefined) resolve();
        else server.close(resolve);
        server = undefined;
      }),
  };
}

async function until(address: string): Promise<void> {
  const end = Date.now() + START_MIN * 60_000;
  for (;;) {
    const isReady = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > end) throw new Error(`Keycloak did not start within ${START_MIN} minutes.`);
    await sleep(500);
  }
}

export function administratorOf(url: string, password = 'admin'): RealKeycloak['ask'] {
  return async (method, path, body) => {
    const signIn = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: 'admin',
        password,
      }),
    });
    const { access_token: token } = (await signIn.json()) as { access_token: string };
    const answer = await fetch(`${url}/admin/realms/curvewell${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };
}
