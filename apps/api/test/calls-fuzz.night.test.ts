import { ALL_CALLS, problemSchema, type Call } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { IDS, valuesFor } from './hostile-values.ts';
import { multipart } from './multipart.ts';
import { often } from './often.ts';
import { interpretedRun } from './run-factory.ts';

let test: TestApp;
let run: Run;
beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test);
  // A user with all permissions in the laboratory of the run.
  const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  await test.db.appUser.update({ where: { login: 'super' }, data: { laboratoryId } });
  const wells = run.analyses.flatMap(({ wells: all }) => Object.values(all).map(({ id }) => id));
  const [kits, versions, lots, buffers, analysers] = await Promise.all([
    test.db.kit.findMany({ select: { id: true } }),
    test.db.kitVersion.findMany({ select: { id: true } }),
    test.db.lot.findMany({ select: { id: true } }),
    test.db.reactionBuffer.findMany({ select: { id: true } }),
    test.db.analyser.findMany({ select: { id: true } }),
  ]);
  for (const some of [kits, versions, lots, buffers, analysers])
    IDS.push(...some.slice(0, 3).map(({ id }) => id));
  IDS.push(run.id, run.id, ...wells.slice(0, 3));
});
afterAll(() => test.close());

const TIMES = often({ byDay: 3, byNight: 1_000 });
const SEED = 5_111;

/** Excludes the endless stream. */
const calls = ALL_CALLS.filter(({ call }) => !call.file?.mediaTypes.includes('text/event-stream'));

it.each(calls)(
  `ERR-114 $name responds as declared, whatever is sent (${TIMES} times)`,
  async ({ call }) => {
    const wrong: unknown[] = [];
    for (const sent of fc.sample(requestFor(call), { seed: SEED, numRuns: TIMES })) {
      const answer = await test.app.inject({
        method: call.method,
        ...sent,
        headers: { ...(await test.signIn('super')), ...sent.headers },
      });
      const isRight =
        answer.statusCode < 400
          ? call.file !== null ||
            call.answer.safeParse(answer.body === '' ? undefined : answer.json()).success
          : problemSchema.safeParse(answer.json()).success &&
            (answer.statusCode < 500 || answer.statusCode === 501);
      if (!isRight) wrong.push({ sent, status: answer.statusCode, body: answer.body.slice(0, 300) });
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  },
  600_000,
);

interface Sent {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: Buffer | string;
}

function requestFor(call: Call): fc.Arbitrary<Sent> {
  return fc
    .record({ params: valuesFor(call.params), query: valuesFor(call.query), body: valuesFor(call.body) })
    .map(({ params, query, body }) => ({ url: addressOf(call, params, query), ...payloadOf(call, body) }));
}

function addressOf({ path }: Call, params: unknown, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encoded(entriesOf(params).get(name) ?? run.id));
  const pairs = [...entriesOf(query)].flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value])
      .filter((one) => one !== undefined)
      .map((one) => `${encoded(name)}=${encoded(one)}`),
  );
  return `/api${filled}?${pairs.join('&')}`;
}

const entriesOf = (value: unknown) => new Map<string, unknown>(Object.entries(Object(value) as object));

/** Formats as JSON unless it is text; empty for values that JSON lacks. */
const textOf = (value: unknown) =>
  typeof value === 'string' ? value : ((JSON.stringify(value) as string | undefined) ?? '');

function encoded(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed());
}

function payloadOf(call: Call, body: unknown): Omit<Sent, 'url'> {
  if (call.files === null) {
    const text = JSON.stringify(body) as string | undefined;
    return text === undefined ? {} : { headers: { 'content-type': 'application/json' }, payload: text };
  }
  const fields = [...entriesOf(body)].map(
    ([name, value]) => [name.replace(/["\r\n]/g, ''), textOf(value)] as const,
  );
  return multipart([{ field: call.files.field, name: 'a.json', bytes: Buffer.from('{}') }], fields);
}
