import { createServer, type AddressInfo } from 'node:net';

import { problemSchema } from '@curvewell/contracts';
import { kitDocumentSchema, lotDocumentSchema } from '@curvewell/domain';

import { documentIssues } from '../../src/features/kits/transfer/document-check.ts';
import { TokenError, verifyToken } from '../../src/features/identity/token.ts';
import { systemClock } from '../../src/clock.ts';
import type { TestApp } from '../create-test-app.ts';
import { multipart } from '../multipart.ts';
import { testedBy, testEvents } from '../tested-connection.ts';
import { jsonMutator, mutatedBytes } from './mutate.ts';
import { SFTP_ANSWERS, startSftpAnswering } from './sftp-replies.ts';

/** An entry point for malformed input. */
export interface Surface {
  readonly name: string;
  readonly byDay: number;
  readonly byNight: number;
  /** How many inputs may be tried concurrently, where most of the time is waiting. */
  readonly atOnce?: number;
  /** The input with this number; deterministic. */
  readonly make: (number: number) => Buffer;
  /** The fault in the handling of an input; null: refused or accepted correctly. */
  readonly judge: (input: Buffer) => Promise<string | null>;
}

/** All entry points, with the valid inputs that are mutated. */
export async function surfacesOf(test: TestApp): Promise<Surface[]> {
  const version = await test.db.kitVersion.findFirstOrThrow({ where: { version: 'v2' } });
  const lots = await test.db.lot.findMany({ where: { kitVersionId: version.id } });
  const kit = await test.call('research', 'GET', `/export/kit/${version.kitId}/version/${version.id}`);
  const query = lots.map(({ id }) => `lotIds=${id}`).join('&');
  const lot = await test.call('research', 'GET', `/export/version/${version.id}/lot?${query}`);
  return [
    documents('kit document', kit.json(), (content) => {
      const parsed = kitDocumentSchema.safeParse(content);
      if (parsed.success) documentIssues(parsed.data);
    }),
    documents('lot document', lot.json(), (content) => void lotDocumentSchema.safeParse(content)),
    await tokens(test),
    await forms(test, Buffer.from(lot.body)),
    fileServers(test),
    sftpServers(test),
  ];
}

function documents(name: string, good: unknown, take: (content: unknown) => void): Surface {
  return {
    name,
    byDay: 500,
    byNight: 430_000,
    make: jsonMutator(good),
    judge: (input) => {
      let content: unknown;
      try {
        content = JSON.parse(input.toString());
      } catch {
        return Promise.resolve(null); // refused as invalid JSON
      }
      take(content);
      const polluted = 'polluted' in Object.prototype ? 'the prototype of everything was changed' : null;
      return Promise.resolve(polluted);
    },
  };
}

/** A mutated token must never be accepted. */
async function tokens({ db, issuer }: TestApp): Promise<Surface> {
  const good = await issuer.tokenFor(db, 'super');
  const rules = { ...issuer, clock: systemClock };
  /** The unused bits at the end of base64 may differ. */
  const meaning = (token: string) =>
    token
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('hex'))
      .join();
  return {
    name: 'token',
    byDay: 500,
    byNight: 110_000,
    make: (number) => mutatedBytes(Buffer.from(good), number),
    judge: async (input) => {
      const token = input.toString('latin1');
      try {
        await verifyToken(rules, token);
        return meaning(token) === meaning(good) ? null : 'somebody was let in';
      } catch (error) {
        return error instanceof TokenError ? null : String(error);
      }
    },
  };
}

/** Damaged forms with the original headers. */
async function forms(test: TestApp, document: Buffer): Promise<Surface> {
  const authorization = await test.signIn('research');
  const form = multipart([{ field: 'file', name: 'lots.json', bytes: document }], [['newNames', '{}']]);
  return {
    name: 'multipart form',
    byDay: 60,
    byNight: 20_000,
    make: (number) => mutatedBytes(form.payload, number),
    judge: async (payload) => {
      const headers = { ...authorization, ...form.headers };
      const answer = await test.app.inject({ method: 'POST', url: '/api/import/lot', headers, payload });
      if (answer.statusCode < 400) return null;
      const isProblem = problemSchema.safeParse(answer.json()).success && answer.statusCode < 500;
      return isProblem ? null : `${answer.statusCode} ${answer.body.slice(0, 200)}`;
    },
  };
}

const REPLIES = [
  '220 ready\r\n',
  '331 password\r\n',
  '230 in\r\n',
  '250 done\r\n',
  '257 "/results"\r\n',
  '227 Entering (127,0,0,1,255,255)\r\n',
  '229 Entering (|||1|)\r\n',
  '211-Features\r\n MLST\r\n211 End\r\n',
].join('');

/** A server that answers each command with the next line of damaged data, and then disconnects. */
function fileServers(test: TestApp): Surface {
  return {
    name: 'file server',
    byDay: 10,
    byNight: 5_000,
    atOnce: 10,
    make: (number) => mutatedBytes(Buffer.from(REPLIES), number),
    judge: async (replies) => {
      const server = createServer((socket) => {
        const lines = replies.toString('latin1').split(/(?<=\n)/);
        const next = () => {
          const line = lines.shift();
          if (line === undefined) socket.end();
          else socket.write(line, 'latin1');
        };
        socket.on('error', () => undefined).on('data', next);
        // The rest of a line never arrives.
        socket.setTimeout(200, () => socket.destroy());
        next();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo; // a listening TCP server
      const body = { host: '127.0.0.1', port, ...ACCOUNT, tls: false };
      const { wrong, works } = await tested(test, body);
      server.close();
      return works ? 'a server that is none is reported as working' : wrong;
    },
  };
}

/**
 * A server with valid SSH and damaged SFTP replies. A successful connection test is acceptable, because the
 * test stores nothing.
 */
function sftpServers(test: TestApp): Surface {
  return {
    name: 'sftp server',
    byDay: 10,
    byNight: 5_000,
    atOnce: 10,
    make: (number) => mutatedBytes(SFTP_ANSWERS, number),
    judge: async (answers) => {
      const { port, close } = await startSftpAnswering(answers);
      const { wrong } = await tested(test, { protocol: 'SFTP', host: '127.0.0.1', port, ...ACCOUNT });
      await close();
      return wrong;
    },
  };
}

const ACCOUNT = { username: 'u', password: 'p' };

const MAX_ATTEMPTS = 5;

/**
 * The result of a connection test, which must report each fault in words. On a slow machine ten concurrent
 * tests of one laboratory may be answered as busy; these are repeated.
 */
async function tested(
  test: TestApp,
  body: object,
  attempt = 1,
): Promise<{ wrong: string | null; works: boolean }> {
  const answer = await test.call('physician', 'POST', '/ftp/test', body);
  if (answer.statusCode !== 200)
    return { wrong: `${answer.statusCode} ${answer.body.slice(0, 200)}`, works: false };
  const last = testEvents(answer).at(-1);
  if (last?.kind === 'failed' && last.code === 'busy' && attempt < MAX_ATTEMPTS)
    return tested(test, body, attempt + 1);
  return { wrong: null, works: testedBy(answer).works };
}
