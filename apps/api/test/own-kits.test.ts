import { isDeepStrictEqual } from 'node:util';

import { ALL_CALLS, controlCalls, kitCalls } from '@curvewell/contracts';
import { type KitDocument, kitDocumentSchema } from '@curvewell/domain';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fitOfRows } from '../src/features/runs/index.ts';
import { expectNone, wrongOf } from './authorisation/check-cells.ts';
import { NOWHERE, requestOf } from './authorisation/requests.ts';
import { withoutNames } from './authorisation/tables.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { multipart } from './multipart.ts';
import { approvedRun, configuration, importedRun, interpretedRun } from './run-factory.ts';
import { withoutRules } from './without-rules.ts';

/** In every name of the kit of the northern laboratory. */
const CANARY = 'canary-of-the-north';
const NAME = `Kit ${CANARY}`;

let test: TestApp;
let north = { id: '', name: '' };
let document: KitDocument;
/** The own kit of the northern laboratory. */
const own = { kitId: '', versionId: '', lotId: '', diagnosticId: '', bufferId: '', analyserId: '' };

beforeAll(async () => {
  test = await createTestApp();
  const [first, second] = await test.db.laboratory.findMany({ orderBy: { name: 'asc' } });
  north = { id: first?.id ?? '', name: first?.name ?? '' };
  const { db } = test;
  await db.appUser.update({ where: { login: 'super' }, data: { laboratoryId: north.id } });
  // Everything that one may do in the other laboratory.
  await db.appUser.update({ where: { login: 'tech.south' }, data: { superAdmin: true } });
  await db.appUser.update({
    where: { login: 'physician.south' },
    data: { rdAdmin: true, laboratoryId: second?.id ?? '' },
  });
  await db.appUser.update({ where: { login: 'newcomer' }, data: { superAdmin: true } });
});
afterAll(() => test.close());

async function exported(kit: string, version: string): Promise<KitDocument> {
  const row = await test.db.kitVersion.findFirstOrThrow({ where: { version, kit: { name: kit } } });
  const answer = await test.call('research', 'GET', `/export/kit/${row.kitId}/version/${row.id}`);
  return kitDocumentSchema.parse(answer.json());
}

async function importAs(login: string, sent: object, owner?: string) {
  const { headers, payload } = multipart(
    [{ field: 'file', name: 'kit.json', bytes: Buffer.from(JSON.stringify(sent)) }],
    owner === undefined ? [] : [['owner', owner]],
  );
  return test.app.inject({
    method: 'POST',
    url: '/api/import/kit/version',
    headers: { ...headers, ...(await test.signIn(login)) },
    payload,
  });
}

const add = (login: string, name: string, owner?: string) =>
  test.call(login, 'POST', '/kit', {
    kit: { name, ...(owner !== undefined && { owner }) },
    kitVersion: { version: 'v1' },
  });

const share = (login: string, kitId: string) =>
  test.call(login, 'PUT', `/kit/${kitId}/share`, { reason: 'Tried for a year' });

const namesSeenBy = async (login: string) =>
  kitCalls.catalogue.answer
    .parse((await test.call(login, 'GET', '/kit/catalogue')).json())
    .map(({ name, owner }) => `${name}: ${owner?.name ?? 'all'}`);

describe('the owner of a kit', () => {
  it('KIT-259 a new kit belongs to the laboratory of its author; only super administrators add one of all', async () => {
    expect((await add('research', 'Own')).statusCode).toBe(200);
    expect((await add('super', 'Own by super')).statusCode).toBe(200);
    expect((await add('super', 'Of all', 'all')).statusCode).toBe(200);
    expect((await add('newcomer', 'Of all by nobody')).statusCode).toBe(200);
    expect((await add('research', 'Refused', 'all')).statusCode).toBe(403);
    expect((await add('newcomer', 'Refused', 'laboratory')).json<{ code: string }>().code).toBe(
      'laboratory-required',
    );
    const seen = await namesSeenBy('research');
    expect(seen).toEqual(
      expect.arrayContaining([
        `Own: ${north.name}`,
        `Own by super: ${north.name}`,
        'Of all: all',
        'Of all by nobody: all',
        'LCT-13910: all',
      ]),
    );
    expect(seen.join()).not.toContain('Refused');
    for (const other of ['physician.south', 'tech.south', 'newcomer']) {
      const theirs = await namesSeenBy(other);
      expect(theirs).toEqual(seen.filter((line) => line.endsWith(': all')));
    }
    const entry = await test.db.auditEvent.findFirstOrThrow({
      where: { action: 'kit.create', details: { path: ['name'], equals: 'Own' } },
    });
    expect(entry).toMatchObject({ laboratoryId: north.id, details: { name: 'Own', owner: north.name } });
  });

  it('KIT-262 only kits that the user can see make a name taken', async () => {
    expect((await add('physician.south', 'own')).statusCode).toBe(200);
    expect((await add('tech.south', 'OWN BY SUPER', 'all')).statusCode).toBe(200);
    for (const [login, name, owner] of [
      ['research', 'oWN', undefined],
      ['physician.south', 'lct-13910', undefined],
      ['tech.south', 'own', 'all'],
      ['super', 'own by super', 'laboratory'],
    ] as const) {
      const answer = await add(login, name, owner);
      expect(answer.json<{ code: string }>().code, `${login} ${name}`).toBe('name-taken');
    }
    expect(await namesSeenBy('research')).toEqual(
      expect.arrayContaining([`Own by super: ${north.name}`, 'OWN BY SUPER: all']),
    );
  });

  it('KIT-260 a super administrator of the laboratory shares a kit permanently, with reason and audit entry', async () => {
    const { kitVersion } = kitCalls.create.answer.parse((await add('research', 'Shared later')).json());
    const { id } = kitVersion.kit;
    expect((await share('research', id)).statusCode).toBe(403);
    for (const other of ['tech.south', 'newcomer'])
      expect((await share(other, id)).statusCode, other).toBe(other === 'newcomer' ? 403 : 404);
    expect((await test.call('super', 'PUT', `/kit/${id}/share`, { reason: ' ' })).statusCode).toBe(400);
    expect(await namesSeenBy('tech.south')).not.toContain('Shared later: all');

    const answer = await share('super', id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ id, owner: null });
    expect(await namesSeenBy('tech.south')).toContain('Shared later: all');
    const entry = await test.db.auditEvent.findFirstOrThrow({ where: { action: 'kit.share' } });
    expect(entry).toMatchObject({
      entityId: id,
      laboratoryId: north.id,
      details: { name: 'Shared later', owner: north.name, versions: ['v1'], reason: 'Tried for a year' },
    });
    expect((await share('super', id)).json<{ code: string }>().code).toBe('illegal-transition');
    await expect(
      test.db.$executeRaw`UPDATE kit SET laboratory_id = ${north.id}::uuid WHERE id = ${id}::uuid`,
    ).rejects.toThrow('cannot be taken from the laboratories that have it');
    // All laboratories already have a kit of this name.
    const taken = await test.db.kit.findFirstOrThrow({
      where: { name: 'Own by super', laboratoryId: north.id },
    });
    expect((await share('super', taken.id)).json<{ code: string }>().code).toBe('name-taken');
  });

  it('KIT-263 an imported version goes to the kit of the laboratory, then to that of all, then to a new one', async () => {
    const ofAll = await exported('LCT-13910', 'v2');
    const { sample: _, ...kit } = ofAll.kit;
    const withName = (name: string, version: string) => ({
      ...ofAll,
      kit: { ...kit, name },
      version: { ...ofAll.version, version },
    });
    const ownerOf = async (login: string, name: string, version: string, owner?: string) => {
      const answer = await importAs(login, withName(name, version), owner);
      if (answer.statusCode !== 200) return answer.json<{ code: string }>().code;
      return kitCalls.importVersion.answer.parse(answer.json()).kit.owner?.name ?? 'all';
    };
    expect(await ownerOf('research', 'From a file', 'v1')).toBe(north.name);
    expect(await ownerOf('research', 'From a file', 'v2')).toBe(north.name);
    // There the same file creates a separate kit, and nothing mentions the other one.
    expect(await ownerOf('physician.south', 'From a file', 'v1')).not.toBe(north.name);
    expect(await ownerOf('research', 'of all', 'v2')).toBe('all');
    expect(await ownerOf('research', 'of all', 'v3', 'laboratory')).toBe('name-taken');
    expect(await ownerOf('research', 'New', 'v1', 'all')).toBe('forbidden');
    expect(await ownerOf('super', 'New', 'v1', 'all')).toBe('all');
    expect(await ownerOf('super', 'From a file', 'v3', 'all')).toBe('name-taken');
    // The laboratory with its own kit of this name sees both.
    expect(await ownerOf('research', 'own by super', 'v2')).toBe(north.name);
    expect(await ownerOf('research', 'own by super', 'v2', 'all')).toBe('all');
    const lots = { format: 'curvewell-lots', formatVersion: 1, kit: 'own by super', version: 'v2' };
    const file = multipart([
      {
        field: 'file',
        name: 'lots.json',
        bytes: Buffer.from(
          JSON.stringify({ ...lots, lots: [{ name: 'L', expirationDate: '2099-12-31', active: false }] }),
        ),
      },
    ]);
    const headers = { ...file.headers, ...(await test.signIn('research')) };
    const unclear = await test.app.inject({
      method: 'POST',
      url: '/api/import/lot',
      headers,
      payload: file.payload,
    });
    expect(unclear.json<{ message: string }>().message).toContain('a kit of your laboratory and one of all');
  });

  it('KIT-262 a plate has only one kit of a name, and its audit entries name the owner', async () => {
    const versions = await test.db.kitVersion.findMany({
      where: { version: 'v2', kit: { name: { equals: 'own by super', mode: 'insensitive' } } },
      orderBy: { kit: { laboratoryId: { sort: 'asc', nulls: 'last' } } },
    });
    const run = await importedRun(test, { seed: 30 });
    const rows = await Promise.all(
      versions.map(async ({ id }) => {
        const data = { kitVersionId: id, name: 'L-1', expirationDate: new Date('2099-12-31'), active: true };
        const lot = await test.db.lot.create({ data });
        return { kitVersion: { id }, reactionBuffer: null, lots: [{ id: lot.id }] };
      }),
    );
    const findings = await fitOfRows(test.db, {
      run: { analyserId: run.analyser, plateType: run.plateType, importReport: run.importReport },
      places: versions.map(({ id }) => ({ kitVersionId: id, reactionBufferId: null })),
    });
    const confirmedFit = findings.flat().map(({ key }) => key);
    const save = (kits: readonly object[], revision: number) =>
      test.call('tech', 'PUT', `/run/${run.id}`, { revision, kits, confirmedFit });
    const twice = await save(rows, run.revision);
    expect(twice.statusCode).toBe(400);
    expect(twice.body).toContain('Another kit on the plate has this name.');
    const one = await save(rows.slice(0, 1), run.revision);
    expect(one.statusCode, one.body).toBe(200);
    const other = await save(rows.slice(1), one.json<{ revision: number }>().revision);
    expect(other.statusCode, other.body).toBe(200);
    const { details } = await test.db.auditEvent.findFirstOrThrow({
      where: { action: 'run.update', entityId: run.id },
      orderBy: { id: 'desc' },
    });
    expect(details).toMatchObject({
      from: { kits: [{ kit: 'Own by super v2', owner: north.name }] },
      to: { kits: [{ kit: 'OWN BY SUPER v2' }] },
    });
  });
});

describe('the kit of another laboratory', () => {
  beforeAll(async () => {
    const ofAll = await exported('LCT-13910', 'v2');
    document = JSON.parse(
      JSON.stringify(ofAll)
        .replaceAll('"LCT-13910"', JSON.stringify(NAME))
        .replaceAll('"RB-2"', JSON.stringify(`Buffer ${CANARY}`))
        .replaceAll(/"label":"[^"]*"/g, (_: string) => JSON.stringify({ label: CANARY }).slice(1, -1)),
    ) as KitDocument;
    document.version.version = `v-${CANARY}`;
    document.kit.diagnostics = document.kit.diagnostics.map((one, index) => ({
      ...one,
      label: `${CANARY} ${index}`,
    }));
    const answer = await importAs('research', document);
    expect(answer.statusCode, answer.body).toBe(200);
    const { db } = test;
    const version = await db.kitVersion.findFirstOrThrow({
      where: { kit: { name: NAME } },
      include: { phases: true, kit: { include: { diagnostics: true } } },
    });
    const lot = await test.call('research', 'POST', `/lots/version/${version.id}`, { name: `Lot ${CANARY}` });
    Object.assign(own, {
      kitId: version.kitId,
      versionId: version.id,
      lotId: lot.json<{ id: string }>().id,
      diagnosticId: version.kit.diagnostics[0]?.id,
      bufferId: version.phases[0]?.reactionBufferId,
      analyserId: version.phases[0]?.analyserId,
    });
  });

  /** The kind of id that a field holds, by its own name and that of the object around it. */
  const kindOf = (name: string, around: string): keyof typeof own | null => {
    const field = name === 'id' ? around : name.replace(/Ids?$/, '');
    if (/^kit$/i.test(field)) return 'kitId';
    if (/version$/i.test(field) || field === 'copyOf') return 'versionId';
    if (/^lots?$/i.test(field)) return 'lotId';
    if (/^(reactionBuffer|rb)s?$/i.test(field)) return 'bufferId';
    return /^analyser$/i.test(field) ? 'analyserId' : null;
  };
  /** A body with the ids of the kit in place of those that do not exist. */
  const filled = (value: unknown, name = '', around = ''): unknown => {
    if (value === NOWHERE) return own[kindOf(name, around) ?? 'kitId'];
    if (Array.isArray(value)) return value.map((one) => filled(one, name, around));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, filled(one, key, key === 'id' ? around : name || key)]),
    );
  };

  /** The same call with the ids of the kit, and with unknown ids. */
  function requests({ call }: (typeof ALL_CALLS)[number]) {
    const address = withoutNames(`${call.method} ${call.path}`);
    const isOfVersion = address === 'PUT /kit/{}';
    const known = { channel: 'FAM', analyserId: own.analyserId, reactionBufferId: own.bufferId };
    const hidden = {
      ...known,
      kitId: own.kitId,
      versionId: own.versionId,
      lotId: own.lotId,
      id: isOfVersion ? own.versionId : own.kitId,
    };
    const absent = requestOf({ call, address, ids: known });
    const present = requestOf({ call, address, ids: hidden });
    present.url = present.url.replaceAll(
      /(\w+)=00000000-0000-4000-8000-000000000000/g,
      (_, name: string) => `${name}=${own[kindOf(name, '') ?? 'kitId']}`,
    );
    if (call.files === null && present.payload !== undefined)
      present.payload = filled(present.payload) as object;
    return { address, absent, present };
  }

  async function answerTo(login: string, request: InjectOptions) {
    const headers = { ...request.headers, ...(await test.signIn(login)) };
    const answer = await test.app.inject({ ...request, headers });
    const { statusCode, body } = answer;
    const same = body
      .replace(/"requestId":"[^"]*"/, '')
      .replaceAll(new RegExp(Object.values(own).join('|'), 'g'), NOWHERE);
    // The name of a file is in a header.
    return { statusCode, body, same, whole: `${JSON.stringify(answer.headers)} ${body}` };
  }

  /** Users with the right to all audit trails read every entry, so these calls are omitted. */
  const ELSEWHERE = /^\/audit/;
  const kitCallsOf = ALL_CALLS.filter(
    ({ call: { method, path, file, files } }) =>
      !ELSEWHERE.test(path) &&
      files === null &&
      !(method === 'POST' && path === '/kit') &&
      !file?.mediaTypes.includes('text/event-stream') &&
      (method === 'GET' || /kit|lot|version|starter|what-if|evaluate|control|run\/acquisitions/.test(path)),
  );

  it(`KIT-261 is answered by every call like one that does not exist (${kitCallsOf.length} calls)`, async () => {
    let notFound = 0;
    const found = await wrongOf(kitCallsOf, async (one) => {
      const { address, absent, present } = requests(one);
      const isSame = present.url === absent.url && isDeepStrictEqual(present.payload, absent.payload);
      const isNamed = address.startsWith('GET') && present.url !== absent.url;
      for (const login of ['tech.south', 'newcomer']) {
        const of = await answerTo(login, present);
        const none = isSame ? of : await answerTo(login, absent);
        if (of.statusCode === 404) notFound++;
        if (of.whole.includes(CANARY)) return `${address} ${login} names it: ${of.whole.slice(0, 300)}`;
        const isCompared = isNamed || of.statusCode >= 400;
        const isLike = of.statusCode === none.statusCode && (!isCompared || of.same === none.same);
        if (!isLike)
          return `${address} ${login}: ${of.statusCode} ${of.body} is not ${none.statusCode} ${none.body}`;
      }
      return null;
    });
    expectNone(found);
    // Checks that the addresses contain ids of the kit.
    expect(notFound).toBeGreaterThan(40);
  });

  it('KIT-261 is available to its own laboratory', async () => {
    const wrong: string[] = [];
    for (const one of kitCallsOf.filter(({ call }) => call.method === 'GET')) {
      const { address, present } = requests(one);
      if (!/(kit|version|lot)Id|:id/.test(one.call.path) || /run|user|laboratory/.test(one.call.path))
        continue;
      const { statusCode, body } = await answerTo('research', present);
      if (statusCode !== 200) wrong.push(`${address}: ${statusCode} ${body}`);
    }
    expect(wrong).toEqual([]);
    const search = await test.call('research', 'GET', `/search?search=${CANARY}`);
    expect(search.json()).toMatchObject({
      kits: { found: [{ id: own.kitId }] },
      lots: { found: [{ id: own.lotId }] },
    });
  });

  it('KIT-261 cannot be changed, copied, put on a plate or into a template, and no refusal names it', async () => {
    const run = await importedRun(test, { login: 'tech.south', seed: 31 });
    const body = await configuration(test.db, run);
    const kitVersion = { id: own.versionId };
    const lots = [{ id: own.lotId }];
    const shared = await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
    const row = { name: 'POSITIVE', label: 'Mine', color: '#123456', active: true };
    const well = { position: 'A1', channel: null, sampleType: 'DNA', expectedDiagnostic: null };
    const chosen = multipart(
      [],
      [
        ['analyser', JSON.stringify({ id: run.analyser })],
        ['kitIds', own.kitId],
      ],
    );
    const refusals = {
      fit: await test.call('tech.south', 'GET', `/run/${run.id}/fit?kitVersionId=${own.versionId}`),
      chosen: await test.app.inject({
        method: 'POST',
        url: `/api/run/acquisitions/${run.id}`,
        headers: { ...chosen.headers, ...(await test.signIn('tech.south')) },
        payload: chosen.payload,
      }),
      plate: await test.call('tech.south', 'PUT', `/run/${run.id}`, {
        ...body,
        kits: [{ kitVersion, reactionBuffer: null, lots }],
      }),
      wells: await test.call('tech.south', 'PUT', `/run/${run.id}`, {
        ...body,
        analyses: [
          {
            channel: 'FAM',
            wells: {
              A1: {
                name: 'x',
                sampleType: 'DNA',
                kitVersion,
                lot: lots[0],
                reactionBuffer: null,
                expectedDiagnostic: null,
              },
            },
          },
        ],
      }),
      template: await test.call('tech.south', 'POST', '/template-well', {
        name: 'T',
        plateType: 'RECTANGULAR_96',
        revision: 0,
        wells: [{ ...well, kitVersion, reactionBuffer: { id: own.bufferId } }],
      }),
      copy: await test.call('tech.south', 'POST', '/kit', {
        kit: { name: 'Copy' },
        kitVersion: { version: 'v1', copyOf: own.versionId },
      }),
      version: await test.call('tech.south', 'POST', '/kit', {
        kit: { id: own.kitId },
        kitVersion: { version: 'v9' },
      }),
      mixed: await test.call('tech.south', 'PUT', `/kit/${own.versionId}`, {
        kit: { id: shared.id },
        kitVersion: { id: own.versionId, revision: 1 },
      }),
      diagnostic: await test.call('tech.south', 'PUT', '/diagnostics/kit', [{ ...row, kitId: own.kitId }]),
      moved: await test.call('tech.south', 'PUT', '/diagnostics/kit', [
        { ...row, id: own.diagnosticId, kitId: shared.id, revision: 1 },
      ]),
      lot: await test.call('tech.south', 'PUT', `/lots/${own.lotId}`, {
        active: false,
        expirationDate: '2099-12-31',
        revision: 1,
      }),
    };
    for (const [what, { statusCode, body: text }] of Object.entries(refusals)) {
      expect([400, 404], `${what}: ${text}`).toContain(statusCode);
      expect(text, what).not.toContain(CANARY);
    }
    // The database refuses it too.
    await expect(
      test.db.$executeRaw`INSERT INTO run_kit (id, run_id, laboratory_id, "order", kit_version_id)
        VALUES (new_id(), ${run.id}::uuid, ${run.laboratory.id}::uuid, 0, ${own.versionId}::uuid)`,
    ).rejects.toThrow('belongs to another laboratory');
    // Their own kits may use all its names, and are then found.
    const again = await importAs('physician.south', document);
    expect(again.statusCode, again.body).toBe(200);
    const seen = await test.call('physician.south', 'GET', `/search?search=${CANARY}`);
    expect(seen.json<{ kits: { found: unknown[] } }>().kits.found).toHaveLength(1);
    expect(seen.body).not.toContain(own.kitId);
    const mine = await test.db.kit.findMany({ where: { name: NAME } });
    expect(new Set(mine.map(({ laboratoryId }) => laboratoryId)).size).toBe(2);
  });

  it('LAB-144 keeps its laboratory from being deleted', async () => {
    const made = await test.call('super', 'POST', '/laboratory', [{ name: 'Short-lived' }]);
    const [{ id } = { id: '' }] = made.json<{ id: string }[]>();
    await test.db.kit.create({ data: { name: 'Left behind', laboratoryId: id } });
    const answer = await test.call('super', 'DELETE', `/laboratory/${id}`);
    expect(answer.json()).toMatchObject({ code: 'in-use', details: { kits: 1 } });
    expect(answer.json<{ message: string }>().message).toContain('1 kit.');
  });
});

it('KIT-264 runs use the kits of their laboratory, and their signed records stay as they are when it is shared', async () => {
  const kit = await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
  const before = await approvedRun(test, { seed: 41 });
  const signed = async () => {
    const answer = await test.call('physician', 'GET', `/run/${before.id}/record`);
    const { checkedAt: _, ...state } = answer.json<{ checkedAt: string }>();
    return state;
  };
  const record = () => test.db.decisionRecord.findMany({ where: { runId: before.id } });
  const [state, rows] = [await signed(), await record()];
  await withoutRules(test.db, (tx) =>
    tx.kit.update({ where: { id: kit.id }, data: { laboratoryId: north.id } }),
  );
  expect((await test.call('tech.south', 'GET', `/kit/${kit.id}`)).statusCode).toBe(404);
  const run = await interpretedRun(test, { seed: 42 });
  expect(run.interpretationRunByName).not.toBeNull();
  const controls = await test.call('tech', 'GET', '/controls');
  const [choice] = controlCalls.choices.answer.parse(controls.json());
  expect(choice?.kit).toEqual({ id: kit.id, name: kit.name, owner: north });
  await expect(interpretedRun(test, { seed: 43, login: 'tech.south' })).rejects.toThrow();
  expect(await signed()).toEqual(state);
  expect((await share('super', kit.id)).statusCode).toBe(200);
  expect(await signed()).toEqual(state);
  expect(await record()).toEqual(rows);
  expect(
    (await interpretedRun(test, { seed: 44, login: 'tech.south' })).interpretationRunByName,
  ).not.toBeNull();
});
