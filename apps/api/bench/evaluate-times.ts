import type { EvaluatedSettings } from '@curvewell/domain';

import { startBenchDatabase } from './bench-database.ts';
import { startBenchIssuer } from './bench-issuer.ts';
import { startProduct } from './measured-process.ts';
import { median } from './pairs.ts';
import { print } from './table.ts';

/** A setting that a user drags. */
export interface Change {
  readonly border: number;
  readonly minThreshold: number;
}

const ROUNDS = 15;
/** Maximum time until figures and calls are updated, on an idle machine. */
const GOAL_MS = 150;
const ADDRESS = `http://127.0.0.1:${process.env['BENCH_PORT'] ?? '18470'}`;

/**
 * Evaluates a run of 384 wells as the page does: over HTTP, signed in, from a database.
 *
 * @returns whether a moved zone was answered in time
 */
export async function evaluateTimes(settings: (change: Change) => EvaluatedSettings): Promise<boolean> {
  const database = await startBenchDatabase();
  const issuer = await startBenchIssuer();
  const { db } = database;
  const { id } = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  const kit = await db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
  const buffer = await db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-2' } });
  const product = await startProduct({
    address: ADDRESS,
    database,
    issuer,
    environment: { REQUESTS_PER_MINUTE: '0' },
  });
  const headers = {
    authorization: `Bearer ${await issuer.tokenFor(db, 'research')}`,
    'accept-encoding': 'gzip',
    'content-type': 'application/json',
  };
  const ask = async (change: Change): Promise<number> => {
    const body = JSON.stringify({ ...settings(change), kitId: kit.id, reactionBufferId: buffer.id });
    const begun = performance.now();
    const answer = await fetch(`${ADDRESS}/api/run/${id}/evaluate`, { method: 'POST', headers, body });
    const wells = (await answer.json()) as unknown[];
    const took = performance.now() - begun;
    if (!answer.ok || wells.length !== 384) throw new Error(`${answer.status}: ${wells.length} wells`);
    return took;
  };

  const first = await ask({ border: 58, minThreshold: 60 });
  const zone: number[] = [];
  const threshold: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    zone.push(await ask({ border: 57 + (round % 20) / 10, minThreshold: 60 }));
    threshold.push(await ask({ border: 58, minThreshold: 61 + round }));
  }
  await product.stop();
  issuer.close();
  await database.close();

  print(
    '\n| 384 wells, two phases, from the request to the complete response | ms | goal | |\n| --- | --: | --- | --- |',
  );
  const isMet = median(zone) <= GOAL_MS;
  print(`| first evaluation of a run | ${first.toFixed(0)} | | |`);
  print(`| a zone moved | ${median(zone).toFixed(0)} | ≤ ${GOAL_MS} | ${isMet ? 'met' : '**not met**'} |`);
  print(`| a threshold moved | ${median(threshold).toFixed(0)} | | |`);
  return isMet;
}
