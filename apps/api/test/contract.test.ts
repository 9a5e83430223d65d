import { ALL_CALLS, type Call, type Run } from '@curvewell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { multipart } from './multipart.ts';
import { interpretedRun } from './run-factory.ts';

/**
 * One table over the whole contract: what nobody, what somebody without the
 * right, and what a person of another laboratory is answered.
 */

let test: TestApp;
let run: Run;
/** Holds every permission, in the other laboratory. */
const STRANGER = 'super.south';

beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test);
  const south = await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory South' } });
  await test.db.appUser.create({
    data: {
      login: STRANGER,
      firstname: 'S',
      lastname: 'S',
      email: 's@example.org',
      superAdmin: true,
      laboratoryId: south.id,
    },
  });
});
afterAll(() => test.close());

const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** Values for the parameters of a path: the first laboratory's own things where there are any. */
function parameters(): Readonly<Record<string, string>> {
  const well = Object.values(run.analyses[0]?.wells ?? {})[0];
  return { runId: run.id, wellId: well?.id ?? NOWHERE, channel: 'FAM', version: '0.0.0' };
}

const address = ({ path }: Call) =>
  `/api${path.replace(/:(\w+)/g, (_, name: string) => parameters()[name] ?? NOWHERE)}`;

/** Bodies and queries that fit, so that what is refused is refused for who asks. */
const FITTING: Readonly<Record<string, { readonly body?: object; readonly query?: string }>> = {
  'runs.update': { body: { revision: 0 } },
  'decisions.check': { query: 'decision=approve' },
  'decisions.submit': { body: { shown: '0'.repeat(64) } },
  'controls.addNote': { body: { value: 'x' } },
  'controls.leaveOut': { body: { isLeftOut: true, reason: 'Splash', revision: 1 } },
  'decisions.decide': { query: 'status=APPROVED', body: { shown: '0'.repeat(64) } },
  'decisions.markSeen': { body: { wellIds: [NOWHERE] } },
  'runs.commentRun': { body: { value: 'x' } },
  'runs.commentWell': { body: { value: 'x' } },
  'runs.commentWells': { body: { value: 'x' }, query: `wellIds=${NOWHERE}` },
  'runs.editComment': { body: { value: 'x' } },
  'exports.run': { body: { format: 'CSV' } },
  'exports.archivedRun': { body: { format: 'CSV' } },
  'interpretation.updateDiagnostic': { body: { id: NOWHERE }, query: `wellIds=${NOWHERE}` },
  'interpretation.interpretAnew': { body: { revision: 1, proposal: '0'.repeat(64) } },
  'interpretation.judge': {
    body: { kitId: NOWHERE, reactionBufferId: NOWHERE, channel: 'FAM', phases: [], rules: [] },
  },
  'archive.archive': { body: { markAsToDelete: false } },
  'templates.update': {
    body: {
      ...{ name: 'x', plateType: 'RECTANGULAR_96', revision: 1 },
      wells: [
        {
          position: 'A1',
          channel: null,
          kitVersion: null,
          sampleType: 'DNA',
          reactionBuffer: null,
          expectedDiagnostic: null,
        },
      ],
    },
  },
};

async function send(login: string | null, name: string, call: Call) {
  const { body, query = '' } = FITTING[name] ?? {};
  const headers = login === null ? {} : await test.signIn(login);
  const form = multipart(
    [],
    [
      ['analyser', JSON.stringify({ id: NOWHERE })],
      ['kitIds', NOWHERE],
    ],
  );
  const content =
    call.files === null ? (body === undefined ? {} : { payload: body }) : { payload: form.payload };
  return test.app.inject({
    method: call.method,
    url: `${address(call)}${query === '' ? '' : `?${query}`}`,
    headers: { ...headers, ...(call.files === null ? {} : form.headers) },
    ...content,
  });
}

/** Declared, and answered with 501 until they are built. To be empty. */
const NOT_SERVED_YET: readonly string[] = [];

const needsPermission = ({ access }: Call) =>
  access.kind === 'signed-in' && access.anyOf.length + access.allOf.length > 0;
const isInLaboratory = ({ scope }: Call) => scope === 'laboratory';
const calls = (which: (call: Call) => boolean) => ALL_CALLS.filter(({ call }) => which(call));

it.each(ALL_CALLS)(
  '$name without a token is refused, in the shape of every error',
  async ({ name, call }) => {
    const answer = await send(null, name, call);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({
      code: 'unauthenticated',
      issues: [],
      requestId: expect.any(String) as string,
    });
  },
);

it.each(calls(needsPermission))('$name without the permission is refused', async ({ name, call }) => {
  const answer = await send('tech', name, call);
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'forbidden' });
});

it.each(calls((call) => isInLaboratory(call) && !needsPermission(call)))(
  '$name without a laboratory is refused',
  async ({ name, call }) => {
    const answer = await send('newcomer', name, call);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'laboratory-required' });
  },
);

const servedThings = calls((call) => isInLaboratory(call) && call.path.includes(':')).filter(
  ({ name }) => !NOT_SERVED_YET.includes(name),
);

it.each(servedThings)('$name does not find what belongs to another laboratory', async ({ name, call }) => {
  const answer = await send(STRANGER, name, call);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'not-found' });
});

it('the addresses that are open to anybody are just these', () => {
  const open = test.app.openAddresses.toSorted();
  expect(open).toEqual(['/api/*', '/api/docs', '/api/openapi.json']);
});

it('a request of another laboratory changed nothing', async () => {
  expect(await test.db.auditEvent.count({ where: { actorName: 'S S', entity: 'run' } })).toBe(0);
  expect(await test.db.comment.count({ where: { runId: run.id } })).toBe(0);
});

// Last: a super administrator makes every call, also the ones that delete; not the one whose answer never ends.
it('calls that are declared but not served yet are just these', async () => {
  const unserved = [];
  for (const { name, call } of calls(({ file }) => !file?.mediaTypes.includes('text/event-stream'))) {
    const { statusCode } = await send('super', name, call);
    if (statusCode === 501) unserved.push(name);
  }
  expect(unserved).toEqual(NOT_SERVED_YET);
});
