/**
 * `pnpm bench:approve`: the cost of a signature in a decision on 384 wells in two channels. The same run is
 * alternately submitted (not signed) and approved (signed).
 */
import { fileURLToPath } from 'node:url';

import { allConfirmed } from '@curvewell/domain';

import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/settings/config.ts';
import { transaction, type Db } from '../src/database/db.ts';
import { NO_OUTSIDE_HEADS } from '../src/features/audit/index.ts';
import { decideRun } from '../src/features/decisions/decide-run.ts';
import { readCheck } from '../src/features/decisions/read-check.ts';
import { submitRun } from '../src/features/decisions/submit-run.ts';
import { startAnalysisWorkers } from '../src/features/interpretation/index.ts';
import { createActor, realmRoles } from '../src/features/identity/index.ts';
import { knowsAllChanges } from '../src/features/users/index.ts';
import { openJobs, prepareJobs } from '../src/jobs/jobs.ts';
import { openSigner } from '../src/signing/open-signer.ts';
import { keepSigningKey } from '../src/signing/signing-keys.ts';
import { createSigner } from '../src/signing/signer.ts';
import { startBenchDatabase } from './bench-database.ts';
import { median, timed } from './pairs.ts';
import { print } from './table.ts';

const ROUNDS = 25;
const GOAL = 1.5;

const dependencies = {
  clock: systemClock,
  // The configured key server, if any.
  signer: (await openSigner(readConfig(process.env))) ?? createSigner(Buffer.alloc(32, 1)),
  analysisWorkers: startAnalysisWorkers(),
};
/**
 * Excludes external services: no folder for heads, no time-stamp authority, only the embedded identity
 * provider.
 */
const outside = {
  outsideHeads: NO_OUTSIDE_HEADS,
  identityAdmin: knowsAllChanges,
  timeStamps: { isOn: false },
};

async function approveTimes(): Promise<boolean> {
  const database = await startBenchDatabase();
  const { db, url } = database;
  await prepareJobs(url);
  await keepSigningKey({ db, ...dependencies }, dependencies.signer);
  const jobs = openJobs({ databaseUrl: url, isWorker: false, onError: () => undefined });
  const { id: runId } = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  const [tech, physician] = await Promise.all([callerNamed(db, 'tech'), callerNamed(db, 'physician')]);
  const looked = async (actor: typeof tech, decision: 'submit' | 'approve') => {
    const check = await readCheck({ db, ...dependencies }, actor, { runId, decision });
    return { shown: check.digest, ...allConfirmed(check) };
  };

  const unsigned: number[] = [];
  const signed: number[] = [];
  for (let round = -3; round < ROUNDS; round++) {
    const toSubmit = await looked(tech, 'submit');
    const submitting = await timed(() =>
      submitRun({ db, ...outside, ...dependencies }, tech, { runId, body: toSubmit }),
    );
    const toApprove = await looked(physician, 'approve');
    const approving = await timed(() =>
      decideRun({ db, jobs, ...outside, ...dependencies }, physician, {
        runId,
        decision: 'APPROVED',
        body: toApprove,
      }),
    );
    if (round >= 0) {
      unsigned.push(submitting);
      signed.push(approving);
    }
    await undecide(db, runId);
  }
  await jobs.stop();
  await dependencies.analysisWorkers.close();
  await database.close();

  // The minimum of each, because other load on the machine only adds time.
  const [submitted, approved] = [Math.min(...unsigned), Math.min(...signed)];
  const ratio = approved / submitted;
  const pairs = median(signed.map((time, round) => time / (unsigned[round] ?? NaN)));
  const isMet = ratio <= GOAL;
  print('\n| a decision on 384 wells in two channels | ms |\n| --- | --: |');
  print(`| submitted: not signed | ${submitted.toFixed(0)} |\n| approved: signed | ${approved.toFixed(0)} |`);
  print(
    `\n${ratio.toFixed(2)} times what it costs unsigned (median of ${ROUNDS} pairs: ${pairs.toFixed(2)}), goal ≤ ${GOAL}: ${isMet ? 'met' : 'not met'}`,
  );
  return isMet;
}

async function callerNamed(db: Db, login: string) {
  const user = await db.appUser.findUniqueOrThrow({ where: { login }, include: { laboratory: true } });
  if (user.laboratory === null) throw new Error(`${login} has a laboratory`);
  return { ...createActor(user, realmRoles(user)), laboratory: user.laboratory, requestId: 'bench' };
}

/** Restores the state before the submission, except for the audit trail. */
async function undecide(db: Db, runId: string): Promise<void> {
  await transaction({ db }, async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.signature.deleteMany({ where: { runId } });
    await tx.decisionRecord.deleteMany({ where: { runId } });
    await tx.runDecision.deleteMany({ where: { runId } });
    await tx.run.update({
      where: { id: runId },
      data: {
        status: 'RUN_TO_INTERPRET',
        submittedById: null,
        submittedByName: null,
        submittedAt: null,
        decidedById: null,
        decidedByName: null,
        decidedAt: null,
      },
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await approveTimes()) ? 0 : 1;
