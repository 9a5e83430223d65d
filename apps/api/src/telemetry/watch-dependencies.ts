import type { Meter } from '@opentelemetry/api';

import type { Config } from '../settings/config.ts';
import { readRows, type Db } from '../database/db.ts';
import { openedOf } from '../database/opened.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { remembered } from './remembered.ts';

const ANSWER_MS = 2_500;
/** No run has this id, so the store has no such object. */
const NO_OBJECT = 'reachable';

/** Whether the services of the product answer this process: 1 or 0. */
export function watchDependencies(
  meter: Meter,
  { db, config }: { readonly db: Db; readonly config: Pick<Config, 'identity' | 'role'> },
): void {
  const up = meter.createObservableGauge('curvewell.dependency.up', {
    description: '1: the service responds to this process; 0: it does not.',
  });
  const { objects } = openedOf(db);
  const checks: Record<string, () => Promise<unknown>> = {
    database: () => readRows(db, Prisma.sql`SELECT 1 AS one`),
    ...(objects !== null && { 'object-store': () => objects.get(NO_OBJECT) }),
    // A worker does not use it.
    ...(config.role !== 'worker' && { 'identity-provider': () => discover(config.identity.internalUrl) }),
  };
  for (const [dependency, ask] of Object.entries(checks)) {
    const answers = remembered(async () => {
      await ask();
      return true;
    });
    up.addCallback(async (result) => {
      result.observe(Number((await answers()) === true), { dependency });
    });
  }
}

/** @throws Error unless the realm responds */
async function discover(realm: string): Promise<void> {
  const address = `${realm}/.well-known/openid-configuration`;
  const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the identity provider answers ${response.status}`);
}
