import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Method } from '@curvewell/contracts';
import { READER_LIMITS } from '@curvewell/instruments';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

import { createApp, type AppOptions } from '../src/app.ts';
import { systemClock, type Clock } from '../src/clock.ts';
import { readConfig } from '../src/settings/config.ts';
import { AppError } from '../src/errors.ts';
import type { Db } from '../src/database/db.ts';
import { HeadFiles, NO_OUTSIDE_HEADS, type OutsideHeads } from '../src/features/audit/index.ts';
import { openAdvisoryLocks } from '../src/database/advisory-locks.ts';
import { createActorResolver } from '../src/features/identity/index.ts';
import { startAnalysisWorkers, type AnalysisWorkers } from '../src/features/interpretation/index.ts';
import { openJobs } from '../src/jobs/jobs.ts';
import type { HouseCertificate } from '../src/house-certificate/house-certificate.ts';
import type { Mailer } from '../src/mail/mailer.ts';
import type { ObjectStore } from '../src/blobs/object-store.ts';
import { createSecrets, readSecretKeys, type Secrets } from '../src/database/secrets.ts';
import { keepSigningKey } from '../src/signing/signing-keys.ts';
import { createSigner, type Signer } from '../src/signing/signer.ts';
import { openEventSource } from '../src/features/live-events/index.ts';
import type { IdentityAdmin } from '../src/features/users/index.ts';
import { idleMs } from '../src/http/connections/idle-time.ts';
import { publicProperties } from '../src/http/pages/public-properties.ts';
import { embeddedAccounts } from '../src/standalone/identity/accounts.ts';
import { logFailure } from '../src/telemetry/log.ts';
import { openWorkFolder, type WorkFolder } from '../src/process/work-folder.ts';
import { openTimeStamps } from '../src/signing/time-stamps.ts';
import { jobHandlers } from '../src/jobs/job-handlers.ts';
import { createTestDatabase, openTestDatabase } from './database.ts';
import { createTestIssuer, type TestIssuer } from './sign-in.ts';
import { checkPublishedAnswers } from './openapi/published-answers.ts';
import { workJobs } from './work-jobs.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly databaseUrl: string;
  readonly issuer: TestIssuer;
  readonly workFolder: WorkFolder;
  readonly signer: Signer;
  /** The authorisation header of a demo user. */
  readonly signIn: (login: string) => Promise<{ readonly authorization: string }>;
  /** Makes a call of the API (`/run/…`) as a demo user. */
  readonly call: (
    login: string,
    method: Method,
    url: string,
    payload?: object,
  ) => Promise<LightMyRequestResponse>;
  /**
   * Runs waiting background jobs, also those due later; deliveries and notices only when they are due by the
   * clock. @returns the number of attempts
   */
  readonly work: () => Promise<number>;
  readonly close: () => Promise<void>;
}

interface Options extends Partial<AppOptions> {
  readonly clock?: Clock;
  /** The clock of session locks; default: the same. */
  readonly signInClock?: Clock;
  readonly environment?: NodeJS.ProcessEnv;
  /** Replaces the accounts of the embedded provider. */
  readonly identityAdmin?: IdentityAdmin;
  readonly secrets?: Secrets;
  /** Where blobs are kept, if not in the database. */
  readonly objects?: ObjectStore | null;
  /** `host:port` of a pooler in transaction mode in front of the database. */
  readonly pooler?: string;
  /** Tokens of another provider than the test's own, and the level that a sign-in for a decision must reach. */
  readonly provider?: Pick<TestIssuer, 'issuer' | 'audience' | 'keys'>;
  readonly signingAcr?: string | null;
  /** How long users and permissions are cached; default: not at all. */
  readonly actorCacheMs?: number;
  /** The mail server; default: none. */
  readonly mailer?: Mailer;
  /** The check of exported heads; default: skipped. */
  readonly outsideHeads?: OutsideHeads;
  /** The certificate for reports; default: none. */
  readonly houseCertificate?: HouseCertificate | null;
  /** The key for decisions; default: a fixed test key. */
  readonly signingKey?: Buffer;
  /** A separate key for heads; default: the same. */
  readonly headSigningKey?: Buffer;
  /** Replaces the signer with a test key. */
  readonly signer?: Signer;
  /** Checks every response of `inject` against the published document; default: yes. */
  readonly checksAnswers?: boolean;
  /** Makes a second process of the same installation, with its database and sign-in. */
  readonly beside?: Pick<TestApp, 'databaseUrl' | 'issuer'>;
}

/** A key for tests that protects nothing. */
export const TEST_SIGNING_KEY = Buffer.alloc(32, 2);
export const TEST_KEY = Buffer.alloc(32, 1).toString('base64');

/** One reader process for a thousand files: starting a new one takes a third of the time. */
const READS_MANY = { ...READER_LIMITS, requests: 1_000 };

/** Short enough to detect a hanging file server within a test, long enough for a slow one. */
const QUICK = { answer: 1_500, file: 1_500 };

/** Threads shared by all apps of a process, because loading their modules takes longer than most tasks. */
let threads: AnalysisWorkers | undefined;
const sharedThreads = (): AnalysisWorkers => ({
  ...(threads ??= startAnalysisWorkers()),
  close: () => Promise.resolve(),
});

/** The whole API, on a separate database or beside another app. */
export async function createTestApp({
  clock = systemClock,
  signInClock = clock,
  environment = {},
  beside,
  identityAdmin,
  objects = null,
  pooler,
  actorCacheMs = 0,
  mailer,
  provider,
  signingAcr = null,
  outsideHeads = NO_OUTSIDE_HEADS,
  houseCertificate = null,
  signingKey = TEST_SIGNING_KEY,
  headSigningKey,
  signer = createSigner(signingKey, headSigningKey),
  secrets = createSecrets(readSecretKeys(TEST_KEY)),
  checksAnswers = true,
  ...options
}: Options = {}): Promise<TestApp> {
  const [{ db, url, drop }, issuer] = await Promise.all([
    beside === undefined
      ? createTestDatabase({ objects, pooler })
      : openTestDatabase(beside.databaseUrl, { objects }),
    beside?.issuer ?? createTestIssuer(),
  ]);
  const analysisWorkers = sharedThreads();
  await keepSigningKey({ db, clock }, signer);
  const actors = createActorResolver({
    db,
    clock,
    rules: { ...(provider ?? issuer), clock: signInClock },
    isSessionLive: null,
    signingAcr,
    cacheMs: actorCacheMs,
  });
  const events = openEventSource(url);
  const locks = openAdvisoryLocks(url);
  const fail = (error: unknown) => {
    throw error;
  };
  const jobs = openJobs({ databaseUrl: url, isWorker: false, onError: fail });
  const { allowsFileServer } = readConfig({ FILE_SERVER_NETWORKS: 'loopback', ...environment });
  const data = await mkdtemp(path.join(tmpdir(), 'curvewell-data-'));
  const workFolder = await openWorkFolder(data);
  const headFiles = new HeadFiles(path.join(data, 'audit-heads'));
  const timeStamps = await openTimeStamps(readConfig(environment).timeStamps, { answerMs: 2_000 });
  const app = await createApp(
    {
      backgroundProgress: () => Promise.resolve(null),
      db,
      clock,
      analysisWorkers,
      events,
      locks,
      workFolder,
      jobs,
      secrets,
      signer,
      houseCertificate,
      headFiles,
      outsideHeads,
      timeStamps,
      allowsFileServer,
      publicProperties: publicProperties(readConfig(environment)),
      identityAdmin: identityAdmin ?? embeddedAccounts({ db, clock }, issuer.issuer),
      resolveActor: (token, request, begunAt) =>
        actors.resolve(token, request.ip, { idleMs: idleMs(request), begunAt }),
    },
    { version: '0.0.0-test', readerLimits: READS_MANY, ...options },
  );
  if (checksAnswers) checkPublishedAnswers(app);
  const handlers = jobHandlers({
    db,
    clock,
    jobs,
    secrets,
    signer,
    houseCertificate,
    allowsFileServer,
    analysisWorkers,
    headFiles,
    headPlaces: [headFiles],
    timeStamps,
    deadlines: QUICK,
    backup: null,
    onError: (error: unknown) => {
      if (!(error instanceof AppError)) fail(error);
      logFailure(app.log, error);
    },
    onHead: () => undefined,
    onRolledBack: () => undefined,
    readLogDays: 365,
    retryDays: 7,
    mailer: mailer ?? null,
    publicUrl: 'https://curvewell.example',
  });
  const signIn = async (login: string) => ({ authorization: `Bearer ${await issuer.tokenFor(db, login)}` });
  return {
    app,
    db,
    databaseUrl: url,
    issuer,
    workFolder,
    signer,
    signIn,
    call: async (login, method, url, payload) =>
      app.inject({
        method,
        url: `/api${url}`,
        headers: await signIn(login),
        ...(payload !== undefined && { payload }),
      }),
    work: () => workJobs(url, handlers, clock),
    close: async () => {
      await app.close();
      await jobs.stop();
      await events.close();
      await locks.close();
      await analysisWorkers.close();
      await drop();
      await workFolder.close();
      await rm(data, { recursive: true });
    },
  };
}
