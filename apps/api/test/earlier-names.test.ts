import type { ProfiledAnalyser } from '@curvewell/contracts';
import type { KitDocument, Laboratory } from '@curvewell/domain';
import { verifyRecord } from '@curvewell/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { multipart } from './multipart.ts';
import { approvedRun, interpretedRun, submit } from './run-factory.ts';

/** A zero width joiner and a variation selector, which earlier versions stored. */
const EARLIER = 'wild\u200dtype \u2714\ufe0f';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  const alias = JSON.stringify([{ dye: EARLIER, channel: 'CY5', onlyDye: false, confidence: 'documented' }]);
  await test.db.$executeRaw`UPDATE zone SET label = ${EARLIER}`;
  await test.db.$executeRaw`UPDATE kit_channel SET label = ${EARLIER}`;
  await test.db.$executeRaw`UPDATE kit_version SET version = version || ${EARLIER} WHERE version = 'v1'`;
  await test.db.$executeRaw`
    UPDATE analyser SET profile = jsonb_set(profile, '{channelAliases}',
      profile -> 'channelAliases' || ${alias}::jsonb)`;
  await test.db.$executeRaw`UPDATE laboratory SET name = name || ${EARLIER},
    rules = jsonb_set(rules, '{commonReasons}', ${JSON.stringify({ rejection: [EARLIER] })}::jsonb)`;
});
afterAll(() => test.close());

const read = async (login: string, url: string) => {
  const answer = await test.call(login, 'GET', url);
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200);
  return answer;
};

it('TRUST-680 with names that earlier versions stored, runs are interpreted, approved, exported and proved', async () => {
  const { id } = await approvedRun(test, { seed: 6800 });
  const record = await read('physician', `/run/${id}/record`);
  expect(record.json()).toMatchObject({ differences: [] });
  const portable = await test.call('physician', 'POST', `/run/export/${id}/record`);
  const findings = await verifyRecord(portable.rawPayload, test.signer.publicKey);
  expect(findings.filter(({ state }) => state === 'fails')).toEqual([]);
  const run = await read('physician', `/run/${id}`);
  expect(run.body).toContain(`"label":"${EARLIER}"`);
});

it('TRUST-680 names that earlier versions stored are exported, and nothing beside them is locked', async () => {
  const { id, kitId } = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  const document = (await read('research', `/kit/${kitId}/version/${id}/document`)).json<KitDocument>();
  const { headers, payload } = multipart([
    { field: 'file', name: 'kit.json', bytes: Buffer.from(JSON.stringify(document)) },
  ]);
  const url = '/api/import/kit/version';
  const brought = await test.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...(await test.signIn('research')) },
    payload,
  });
  expect(brought.json(), 'another installation refuses them').toMatchObject({ code: 'unreadable-file' });
  expect(brought.body).toContain('invisible characters are not allowed');

  const [laboratory] = (await read('super', '/laboratory')).json<{ content: Laboratory[] }>().content;
  const { name, active, submitterMayApprove, rules, revision } = laboratory!;
  const body = { name, active, submitterMayApprove, rules: { ...rules, fourEyes: true }, revision };
  const changed = await test.call('super', 'PUT', `/laboratory/${laboratory!.id}`, body);
  expect(changed.statusCode, changed.body).toBe(200);

  const analyser = (await read('super', '/analysers/profiles')).json<ProfiledAnalyser[]>().at(-1);
  const { profile } = analyser!;
  const other = structuredClone(profile);
  other.version += 1;
  other.channelAliases[0]!.dye = 'wild\u200b';
  const refused = await test.call('super', 'PUT', `/analysers/${analyser!.id}`, { profile: other });
  expect(refused.statusCode, 'a new one is refused').toBe(400);
  expect(refused.body).toContain('"path":["body","profile","channelAliases","0","dye"]');
  const shut = await test.call('super', 'PUT', `/analysers/${analyser!.id}`, { profile, active: false });
  expect(shut.statusCode, shut.body).toBe(200);
});

it('TRUST-681 a reason may have an emoji, and stays readable in the check of the run', async () => {
  const run = await interpretedRun(test, { seed: 6810 });
  expect((await submit(test, run.id)).statusCode).toBe(200);
  const reason = 'Controls failed \u26a0\ufe0f';
  const rejected = await test.call('physician', 'PUT', `/run/${run.id}/status?status=REJECTED`, { reason });
  expect(rejected.statusCode, rejected.body).toBe(200);
  await read('physician', `/run/${run.id}`);
  const reordered = { reason: 'Controls \u202efailed' };
  const refused = await test.call('physician', 'PUT', `/run/${run.id}/status?status=REJECTED`, reordered);
  expect(refused.statusCode).toBe(400);
});
