/** `pnpm bench:approve`: what a signature adds to approving a plate of 384 wells in two channels, in one run. */
import { fileURLToPath } from 'node:url';

import { allConfirmed } from '@curvewell/contracts';

import { systemClock } from '../src/clock.ts';
import { lastly, transaction, type Db } from '../src/db.ts';
import { decideRun, submitRun } from '../src/features/decisions/decide-run.ts';
import { readCheck } from '../src/features/decisions/read-check.ts';
import { signDecision } from '../src/features/decisions/sign-decision.ts';
import { createActor, realmRoles } from '../src/features/identity/index.ts';
import { openJobs, prepareJobs } from '../src/jobs/jobs.ts';
import { keepSigningKey } from '../src/signing-keys.ts';
import { createSigner } from '../src/signing.ts';
import { startBenchDatabase } from './bench-database.ts';
import { say } from './table.ts';

const ROUNDS = 25;
const GOAL = 1.5;

const needs = { clock: systemClock, signer: createSigner(Buffer.alloc(32, 1)) };
class Undone extends Error {}

async function approveTimes(): Promise<boolean> {
  const database = await startBenchDatabase();
  const { db, url } = database;
  await prepareJobs(url);
  await keepSigningKey({ db, ...needs }, needs.signer);
  const jobs = openJobs({ databaseUrl: url, isWorker: false, onError: () => undefined });
  const { id: runId } = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  const [tech, physician] = await Promise.all([callerNamed(db, 'tech'), callerNamed(db, 'physician')]);
  const looked = async (actor: typeof tech, decision: 'submit' | 'approve') => {
    const check = await readCheck({ db, ...needs }, actor, { runId, decision });
    return { shown: check.digest, ...allConfirmed(check) };
  };
  await submitRun({ db, ...needs }, tech, { runId, body: await looked(tech, 'submit') });
  const body = await looked(physician, 'approve');

  const whole: number[] = [];
  const signing: number[] = [];
  for (let round = -3; round < ROUNDS; round++) {
    const approving = await timed(() =>
      decideRun({ db, jobs, ...needs }, physician, { runId, decision: 'APPROVED', body }),
    );
    const signed = await timeToSign(db, physician, runId);
    if (round >= 0) {
      whole.push(approving);
      signing.push(signed);
    }
    await undecide(db, runId);
  }
  await jobs.stop();
  await database.close();

  // The quickest of each: what else the machine does only adds to it.
  const [quickest, quickestToSign] = [Math.min(...whole), Math.min(...signing)];
  const ratio = quickest / (quickest - quickestToSign);
  const isMet = ratio <= GOAL;
  say('\n| approving 384 wells in two channels | ms |\n| --- | --: |');
  say(`| whole | ${quickest.toFixed(0)} |\n| of it signing | ${quickestToSign.toFixed(0)} |`);
  say(
    `\n${ratio.toFixed(2)} times what it would cost unsigned, goal ≤ ${GOAL}: ${isMet ? 'met' : 'not met'}`,
  );
  return isMet;
}

async function callerNamed(db: Db, login: string) {
  const user = await db.appUser.findUniqueOrThrow({ where: { login }, include: { laboratory: true } });
  if (user.laboratory === null) throw new Error(`${login} has a laboratory`);
  return { ...createActor(user, realmRoles(user)), laboratory: user.laboratory, requestId: 'bench' };
}

/** From the record that is read to the signature that is stored, and undone. */
async function timeToSign(
  db: Db,
  actor: Awaited<ReturnType<typeof callerNamed>>,
  runId: string,
): Promise<number> {
  let took = 0;
  const at = new Date();
  const decided = { byId: actor.userId, byName: actor.name, laboratoryId: actor.laboratory.id };
  await transaction({ db }, async (tx) => {
    const { id: decisionId } = await tx.runDecision.create({
      data: { runId, at, decision: 'approve', ...decided },
      select: { id: true },
    });
    const begun = performance.now();
    await signDecision({ tx, signer: needs.signer }, actor, {
      ...{ runId, decisionId, decision: 'APPROVED', at, signedInAt: null, details: {} },
    });
    lastly(tx, () => {
      took = performance.now() - begun;
      throw new Undone();
    });
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return took;
}

/** As before the decision, but for the trail. */
async function undecide(db: Db, runId: string): Promise<void> {
  await transaction({ db }, async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.signature.deleteMany({ where: { runId } });
    await tx.decisionRecord.deleteMany({ where: { runId } });
    await tx.runDecision.deleteMany({ where: { runId, decision: 'approve' } });
    await tx.run.update({
      where: { id: runId },
      data: { status: 'WAIT_FOR_APPROVAL', decidedById: null, decidedByName: null, decidedAt: null },
    });
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await approveTimes()) ? 0 : 1;
