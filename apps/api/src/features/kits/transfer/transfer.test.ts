import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kitCalls } from '@curvewell/contracts';
import { type KitDocument, kitDocumentSchema } from '@curvewell/domain';
import { generateRdml, syntheticRun, syntheticWells } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { multipart } from '../../../../test/multipart.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
const at = { kitId: '', versionId: '' };
let exported: KitDocument;

beforeAll(async () => {
  test = await createTestApp();
  const version = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  Object.assign(at, { kitId: version.kitId, versionId: version.id });
  exported = await exportOf('LCT-13910', 'v2');
});
afterAll(() => test.close());

async function download(login: string, url: string) {
  return test.app.inject({ url: `/api${url}`, headers: await test.signIn(login) });
}

async function exportOf(kit: string, version: string): Promise<KitDocument> {
  const row = await test.db.kitVersion.findFirstOrThrow({ where: { version, kit: { name: kit } } });
  const answer = await download('research', `/export/kit/${row.kitId}/version/${row.id}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return kitDocumentSchema.parse(answer.json());
}

async function send(
  login: string,
  document: unknown,
  { name = 'kit.json', versionName }: { readonly name?: string; readonly versionName?: string } = {},
) {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const { headers, payload } = multipart(
    [{ field: 'file', name, bytes: Buffer.from(text) }],
    versionName === undefined ? [] : [['versionName', versionName]],
  );
  return test.app.inject({
    method: 'POST',
    url: '/api/import/kit/version',
    headers: { ...headers, ...(await test.signIn(login)) },
    payload,
  });
}

/** The same document with the first zone of its first phase changed. */
function withZone(change: object): KitDocument {
  const copy = structuredClone(exported);
  Object.assign(copy.configurations[0]!.channels[0]!.phases[0]!.zones[0]!, change);
  return copy;
}

describe('exporting a kit version', () => {
  it('IMPEXP-03 API-55 gives a JSON file without database ids, and is audited', async () => {
    const answer = await download('research', `/export/kit/${at.kitId}/version/${at.versionId}`);
    expect(answer.headers['content-disposition']).toContain('LCT-13910_v2.json');
    expect(answer.body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(exported.configurations).toHaveLength(14);
    const shown = await download('research', `/kit/${at.kitId}/version/${at.versionId}/document`);
    expect(shown.json(), 'what a file is compared with').toEqual(exported);
    expect((await download('tech', `/kit/${at.kitId}/version/${at.versionId}/document`)).statusCode).toBe(
      403,
    );
    expect((await download('research', `/kit/${at.kitId}/version/${UNKNOWN}/document`)).statusCode).toBe(404);
    expect(exported.configurations[0]?.channels.map(({ name }) => name)).toEqual(['FAM', 'TEXAS_RED']);
    expect(await test.db.auditEvent.count({ where: { action: 'kit.export', entityId: at.versionId } })).toBe(
      2,
    );
  });

  it('IMPEXP-02 needs the permission, and a version of the kit', async () => {
    expect((await download('tech', `/export/kit/${at.kitId}/version/${at.versionId}`)).statusCode).toBe(403);
    expect((await download('research', `/export/kit/${UNKNOWN}/version/${at.versionId}`)).statusCode).toBe(
      404,
    );
  });
});

describe('importing a kit version', () => {
  it('IMPEXP-07 API-56 restores the same settings from an export for another kit', async () => {
    const elsewhere = { ...exported, kit: { ...exported.kit, name: 'Elsewhere' } };
    const answer = await send('research', elsewhere);
    expect(kitCalls.importVersion.answer.parse(answer.json())).toMatchObject({
      kit: { name: 'Elsewhere' },
      version: 'v2',
    });
    expect(await exportOf('Elsewhere', 'v2')).toEqual(elsewhere);
    const entry = await test.db.auditEvent.findFirstOrThrow({ where: { action: 'kit.import' } });
    expect(entry.details).toMatchObject({ kit: 'Elsewhere', version: 'v2' });
  });

  it('IMPEXP-30 the document of a kit version includes its required controls and its diagnostic for peaks outside all zones', async () => {
    const settings = {
      requiredControls: { negative: 2, positive: 3 },
      outsideDiagnostic: 'HETEROZYGOUS',
    } as const;
    const there = {
      ...exported,
      kit: { ...exported.kit, name: 'With controls' },
      version: { ...exported.version, ...settings },
    };
    expect((await send('research', there)).statusCode).toBe(200);
    expect((await exportOf('With controls', 'v2')).version).toMatchObject(settings);

    const unnamed = { ...there, kit: { ...there.kit, diagnostics: [] }, configurations: [] };
    const refused = await send('research', unnamed, { versionName: 'unnamed' });
    expect(refused.json()).toMatchObject({ issues: [{ path: ['version', 'outsideDiagnostic'] }] });
    const negative = { ...there, version: { ...there.version, outsideDiagnostic: 'NEGATIVE' } };
    expect((await send('research', negative, { versionName: 'negative' })).statusCode).toBe(422);
  });

  it('IMPEXP-31 a document without these fields requires one negative control, and makes no call outside all zones', async () => {
    const { requiredControls: _controls, outsideDiagnostic: _outside, ...version } = exported.version;
    const old = { ...exported, kit: { ...exported.kit, name: 'Older' }, version };
    expect((await send('research', old)).statusCode).toBe(200);
    expect((await exportOf('Older', 'v2')).version).toMatchObject({
      requiredControls: { negative: 1, positive: 0 },
      outsideDiagnostic: null,
    });
  });

  it('KIT-174 KIT-179 widths, ratios and limits in hundredths are imported exactly', async () => {
    const there = structuredClone({ ...exported, kit: { ...exported.kit, name: 'With widths' } });
    for (const { channels } of there.configurations) {
      const { phases, rules } = channels[0]!;
      phases[0]!.zones[0]!.maxTemp += 0.02;
      const { zones } = rules.find((one) => one.zones.length > 1)!;
      const ratio: [string, string] = [zones[0]!, zones[1]!];
      rules.unshift({
        zones,
        diagnostic: null,
        expressions: [
          { firstOperand: { width: zones[0]! }, operator: 'GT', secondOperand: 3.2 },
          { firstOperand: { ratio }, operator: 'GTE', secondOperand: 2 },
        ],
      });
    }
    const answer = await send('research', there);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await exportOf('With widths', 'v2')).toEqual(there);
    there.configurations[0]!.channels[0]!.rules[0]!.expressions[0]!.secondOperand = 'B';
    expect((await send('research', there, { versionName: 'wrong' })).statusCode).toBe(422);
  });

  it('KIT-178 warns about zones that are too close, naming the analysers where only some are affected', async () => {
    const near = withZone({});
    const [first] = near.configurations;
    const [phase] = first!.channels[0]!.phases;
    const [zone] = phase!.zones;
    phase!.zones[1] = { ...phase!.zones[1]!, minTemp: zone!.maxTemp + 0.02, maxTemp: zone!.maxTemp + 0.5 };
    phase!.zones[0] = { ...zone!, minTemp: zone!.maxTemp - 0.5 };
    const named = { ...near, kit: { ...near.kit, name: 'Near zones' } };
    const { warnings } = kitCalls.importVersion.answer.parse((await send('research', named)).json());
    const { name: a } = phase!.zones[0];
    const { name: b } = phase!.zones[1];
    expect(warnings).toEqual([
      `${first!.analyser} (${first!.reactionBuffer}): FAM, ${phase!.phaseType}: zones ${a} and ${b} are 0.51 °C apart. With a reading every 0.5 °C (assumed, because there is no run with this kit), two products are two peaks from 1.70 °C on: a single peak there is flagged “may be two products”.`,
    ]);
    const calm = await send('research', { ...exported, kit: { ...exported.kit, name: 'Calm zones' } });
    expect(calm.json()).not.toHaveProperty('warnings');
  });

  it('IMPEXP-10 a taken version requires another name, under which it is created', async () => {
    const taken = await send('research', exported);
    expect(taken.json()).toMatchObject({ code: 'name-taken', details: { kind: 'Kit Version', name: 'v2' } });
    expect((await send('research', exported, { versionName: 'V2' })).statusCode).toBe(409);
    expect((await send('research', exported, { versionName: ' ' })).statusCode).toBe(400);
    expect((await send('research', exported, { versionName: 'v3' })).statusCode).toBe(200);
    const { version, ...rest } = await exportOf('LCT-13910', 'v3');
    expect(rest).toEqual({ ...exported, version: undefined });
    expect(version.version).toBe('v3');
  });

  it('the names and colours that the kit already has are kept', async () => {
    await test.db.diagnosticColor.updateMany({
      where: { kitId: at.kitId, diagnosticName: 'NEGATIVE' },
      data: { label: 'Nothing found' },
    });
    expect((await send('research', exported, { versionName: 'v4' })).statusCode).toBe(200);
    const diagnostics = (await exportOf('LCT-13910', 'v4')).kit.diagnostics;
    expect(diagnostics.find(({ name }) => name === 'NEGATIVE')?.label).toBe('Nothing found');
  });

  it('IMPEXP-101 IMPEXP-102 accepts the sample kit and the template of the command line', async () => {
    const root = join(import.meta.dirname, '../../../../../..');
    const sample = readFileSync(join(root, 'docs/kits/lightcycler-two-product-mix.json'), 'utf8');
    expect((await send('research', sample)).statusCode).toBe(200);
    const taken = await exportOf('Two-product mix', 'sample');
    expect(taken.configurations).toEqual(
      kitDocumentSchema
        .parse(JSON.parse(sample))
        .configurations.map((one) => ({ ...one, status: 'VALIDATED' })),
    );
    // Equals the demonstration kit for one analyser.
    const seeded = await exportOf('Two-product mix', 'v1');
    expect(seeded.configurations).toEqual(expect.arrayContaining(taken.configurations));

    const main = join(root, 'apps/cli/src/main.ts');
    const run = join(mkdtempSync(join(tmpdir(), 'curvewell-kit-')), 'run.rdml');
    const plate = { plateType: 'RECTANGULAR_96', channels: ['FAM'], seed: 3 } as const;
    const files = await generateRdml(
      syntheticRun({
        ...plate,
        phases: ['MELT'],
        noise: 3,
        temperature: { from: 45, to: 75, step: 0.5 },
        wells: syntheticWells(plate),
      }),
    );
    writeFileSync(run, files[0]?.bytes ?? '');
    for (const words of [[], [run]]) {
      const { stdout, stderr } = spawnSync(process.execPath, [main, ...words, '--kit-template'], {
        encoding: 'utf8',
      });
      const versionName = `draft ${words.length}`;
      const answer = await send('research', stdout, { versionName });
      expect(answer.statusCode, `${stderr}${answer.body}`).toBe(200);
      const document = kitDocumentSchema.parse(JSON.parse(stdout));
      expect((await exportOf('New kit', versionName)).configurations).toEqual(document.configurations);
    }
  });

  it('OPS-307 accepts the kit that the journeys import', async () => {
    const brought = new URL('../../../../../../e2e/files/kit.json', import.meta.url);
    const document = kitDocumentSchema.parse(JSON.parse(readFileSync(brought, 'utf8')));
    expect(
      (await send('research', { ...document, kit: { ...document.kit, name: 'Brought' } })).statusCode,
    ).toBe(200);
    const taken = await exportOf('Brought', document.version.version);
    expect(taken.configurations).toEqual(
      document.configurations.map((one) => ({ ...one, status: 'VALIDATED' })),
    );
  });

  it('needs permission to import kits', async () => {
    expect((await send('quality', exported)).statusCode).toBe(403);
    expect((await send('tech', exported)).statusCode).toBe(403);
  });

  it('IMPEXP-08 IMPEXP-09 requires a JSON file', async () => {
    const { headers, payload } = multipart([]);
    const nothing = await test.app.inject({
      method: 'POST',
      url: '/api/import/kit/version',
      payload,
      headers: { ...headers, ...(await test.signIn('research')) },
    });
    expect(nothing.json()).toMatchObject({ code: 'invalid-request', message: 'missing file' });
    const text = await send('research', exported, { name: 'kit.txt' });
    expect(text.json()).toMatchObject({ code: 'unsupported-file', message: 'wrong extension' });
    expect((await send('research', '{')).json()).toMatchObject({ code: 'unreadable-file' });
  });

  it('KIT-13 KIT-14 names the errors in a document, and stores nothing', async () => {
    const kits = await test.db.kit.count();
    const wrong: readonly (readonly [unknown, string])[] = [
      [{ ...exported, formatVersion: 2 }, 'formatVersion'],
      [{ ...exported, extra: 1 }, 'extra'],
      [withZone({ maxTemp: 40 }), 'before it begins'],
      [
        {
          ...exported,
          version: { ...exported.version, validityStartDate: '2026-02-02', validityEndDate: '2026-02-01' },
        },
        'The validity ends before it begins',
      ],
      [withZone({ maxTemp: 60 }), 'C and D overlap'],
      [withZone({ name: 'A' }), 'zone A occurs twice'],
      [withZone({ name: 'Z' }), 'no zone C'],
      [
        { ...exported, configurations: [{ ...exported.configurations[0]!, analyser: 'Abacus' }] },
        'the analyser Abacus does not exist here',
      ],
      [
        { ...exported, kit: { ...exported.kit, name: 'Other', diagnostics: [] } },
        'The kit has no diagnostic',
      ],
    ];
    for (const [document, message] of wrong) {
      const answer = await send('research', document, { versionName: 'bad' });
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json<{ message: string }>().message).toContain(message);
    }
    expect(await test.db.kit.count()).toBe(kits);
    expect(await test.db.kitVersion.count({ where: { version: 'bad' } })).toBe(0);
  });

  // JavaScript and PostgreSQL lower-case these letters differently, which made an import fail with a 500.
  it('IMPEXP-100 compares names with disputed lower-case letters as the database does', async () => {
    const [configuration] = exported.configurations;
    const named = (...buffers: readonly string[]) => ({
      ...exported,
      kit: { ...exported.kit, name: 'ΚΙΤΣ İ' },
      configurations: buffers.map((reactionBuffer) => ({ ...configuration!, reactionBuffer })),
    });
    const first = await send('research', named('İ-1', 'ΟΔΟΣ', 'ẞ'), { versionName: 'İΣ' });
    expect(first.statusCode, first.body).toBe(200);
    const again = await send('research', named('İ-1', 'ΟΔΟΣ', 'ẞ'), { versionName: 'İΣ' });
    expect(again.json()).toMatchObject({ code: 'name-taken' });
    for (const other of ['i̇Σ', 'İσ', 'iς', 'Iσ']) {
      const [row] = await test.db.$queryRaw<
        { same: boolean }[]
      >`SELECT lower('İΣ') = lower(${other}) AS same`;
      const answer = await send('research', named('İ-1'), { versionName: other });
      expect(answer.statusCode, other).toBe(row?.same === true ? 409 : 200);
    }
    const twice = await send('research', named('ΟΔΟΣ', 'οδοσ'), { versionName: 'twice' });
    expect(twice.json()).toMatchObject({ code: 'unreadable-file' });
    expect(twice.json<{ message: string }>().message).toContain('οδοσ occurs twice');
  });

  it('succeeds exactly once if two users import one version concurrently', async () => {
    const both = await Promise.all([1, 2].map(() => send('research', exported, { versionName: 'raced' })));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});
