import { ALL_CALLS } from '@curvewell/contracts';
import { seededRandom } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, it } from 'vitest';

import { createTestApp, type TestApp } from '../create-test-app.ts';
import { keptMeasurement } from '../kept-measurement.ts';
import { often } from '../often.ts';
import { expectNone, responseTo, wrongOf } from './check-cells.ts';
import { addPeople, ALL_RIGHTS, person, type Person } from './people.ts';
import { requestOf } from './requests.ts';
import { isGrantedTo, ROWS, withoutNames } from './tables.ts';

/**
 * Complements the matrix of authorisation.test.ts, which checks each permission alone, with users who have
 * random combinations: a few by day, 131,000 calls at night or with `CALLS=131000`; SEED selects others.
 * KEEP=1 stores the summary.
 */
const CALLS = Number(process.env['CALLS'] ?? often({ byDay: 1_000, byNight: 131_000 }));
const SEED = Number(process.env['SEED'] ?? 1);
const MAX_ROLES = 6;
const ROLES = [...ALL_RIGHTS, 'PHYSICIAN', 'LABORATORY_MANAGER'];
const PEOPLE = Math.ceil(CALLS / ROWS.length);
const kept = keptMeasurement({
  name: 'authorisation',
  what: 'calls by people with random combinations of rights',
  command: 'cd apps/api && KEEP=1 CALLS=131000 npx vitest run test/authorisation/combinations.test.ts',
});

function drawn(): Person[] {
  const { uniform } = seededRandom(SEED);
  const one = () => ROLES[Math.floor(uniform() * ROLES.length)] ?? '';
  return Array.from({ length: PEOPLE }, (_, number) => {
    const roles = new Set(Array.from({ length: 2 + Math.floor(uniform() * (MAX_ROLES - 1)) }, one));
    return person(`c.${number}`, [...roles]);
  });
}

let test: TestApp;
let north = '';
beforeAll(async () => {
  test = await createTestApp({ actorCacheMs: 600_000, environment: { RUN_FILE_DOWNLOAD: 'true' } });
  north = (await test.db.laboratory.findFirstOrThrow({ orderBy: { name: 'asc' } })).id;
});
afterAll(() => test.close());

const callAt = new Map(ALL_CALLS.map(({ call }) => [withoutNames(`${call.method} ${call.path}`), call]));

it(`TRUST-521 each call accepts exactly the users with several permissions that the table names (${PEOPLE} people)`, async ({
  skip,
}) => {
  const part = `${PEOPLE} people, seed ${SEED}`;
  if (kept.has(part)) skip('done at this commit');
  const begun = performance.now();
  const people = drawn();
  await addPeople(test.db, north, people);
  let count = 0;
  const wrong: string[] = [];
  for (const one of people) {
    const authorization = await test.signIn(one.login);
    const found = await wrongOf(ROWS, async ({ address, who }) => {
      const call = callAt.get(address);
      if (call === undefined) return `no call serves ${address}`;
      const request = requestOf({ call, address, isUnsound: true });
      const { verdict, body } = await responseTo(test.app, {
        ...request,
        headers: { ...request.headers, ...authorization },
      });
      count++;
      const isOpen = isGrantedTo(who, one.held);
      const isRight = isOpen
        ? ['reached', 'not-found', 'illegal'].includes(verdict)
        : verdict === 'forbidden';
      return isRight ? null : `${address} ${one.roles.join('+')}: ${verdict} ${body}`;
    });
    wrong.push(...found);
  }
  const failures = wrong.length === 0 ? {} : { 'another verdict': wrong.length };
  kept.add({ part, count, failures, seconds: (performance.now() - begun) / 1000 });
  expectNone(wrong);
}, 3_600_000);
