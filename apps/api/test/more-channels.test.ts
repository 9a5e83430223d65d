import {
  channelNameSchema,
  chartWellSchema,
  type ChannelName,
  kitDocumentSchema,
  type KitDocument,
  type Run,
  runInspectionSchema,
} from '@curvewell/domain';
import { ANALYSER_PROFILES, readRun } from '@curvewell/instruments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { expectSameCalls, exportedVersion, verifiedAfterApproval } from './kit-settings.ts';
import { multipart } from './multipart.ts';
import { cfxFile, configuration, importFiles } from './run-factory.ts';

const ANALYSER = 'Bio-Rad CFX96';
const FIVE = ['FAM', 'TEXAS_RED', 'HEX', 'CY5', 'CY5_5'] as const;

/** The genotypes of the kit LCT-13910 in FAM, here in HEX: wild type, heterozygous, mutated, nothing. */
const WELLS = [
  { position: 'A1', name: 'S-1', sampleType: null, melts: melts(55.3) },
  { position: 'A2', name: 'S-2', sampleType: null, melts: melts(55.3, 60.8) },
  { position: 'A3', name: 'S-3', sampleType: null, melts: melts(60.8) },
  { position: 'A4', name: 'NTC', sampleType: null, melts: [] },
];
function melts(...temperatures: readonly number[]) {
  return temperatures.map((tm) => ({ channel: 'HEX' as const, tm, amplitude: 1000, width: 0.75 }));
}

let test: TestApp;
let file: Awaited<ReturnType<typeof cfxFile>>;
let run: Run;
let kitVersionId: string;

/** The settings of LCT-13910 in FAM as a kit that reads a channel. */
async function kitOf(channel: ChannelName, name: string): Promise<KitDocument> {
  const { id } = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  const { kit, configurations, ...document } = await exportedVersion(test, id);
  return kitDocumentSchema.parse({
    ...document,
    kit: { ...kit, name, channels: [{ channel, label: 'LCT in another dye' }] },
    configurations: configurations.map(({ channels, ...rest }) => ({
      ...rest,
      channels: channels.flatMap((one) => (one.name === 'FAM' ? [{ ...one, name: channel }] : [])),
    })),
  });
}

async function importKit(document: KitDocument): Promise<string> {
  const { headers, payload } = multipart([
    { field: 'file', name: 'kit.json', bytes: Buffer.from(JSON.stringify(document)) },
  ]);
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/import/kit/version',
    headers: { ...headers, ...(await test.signIn('research')) },
    payload,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const { id } = await test.db.kitVersion.findFirstOrThrow({ where: { kit: { name: document.kit.name } } });
  return id;
}

beforeAll(async () => {
  test = await createTestApp();
  file = await cfxFile({ wells: WELLS, channels: FIVE, seed: 190 });
  const imported = await importFiles(test, { files: [file] });
  expect(imported.statusCode, imported.body).toBe(200);
  run = imported.json<Run>();
}, 60_000);
afterAll(() => test.close());

it('KIT-190 the database has the channels of the domain, in the same order', async () => {
  const rows = await test.db.$queryRaw<{ name: string }[]>`
    SELECT unnest(enum_range(NULL::channel_name))::text AS name`;
  expect(rows.map(({ name }) => name)).toEqual(channelNameSchema.options);
});

describe('a file with five channels', () => {
  it('KIT-191 is stored completely, in the order of the channels', () => {
    expect(run.analyses.map(({ channel }) => channel)).toEqual(FIVE);
    expect(run.importReport.ignored).toEqual([]);
  });

  it('KIT-193 the import names the channels that no kit of the analyser reads', async () => {
    const form = multipart([{ field: 'files', ...file }]);
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/run/inspect',
      headers: { ...(await test.signIn('tech')), ...form.headers },
      payload: form.payload,
    });
    const [inspected] = runInspectionSchema.parse(answer.json()).runs;
    expect(inspected?.analysers[0]?.dyes.map(({ dye, channel }) => [dye, channel])).toEqual([
      ['FAM', 'FAM'],
      ['Texas Red', 'TEXAS_RED'],
      ['HEX', 'HEX'],
      ['Cy5', 'CY5'],
      ['Cy5.5', 'CY5_5'],
    ]);
    expect(inspected?.analysers[0]?.notes).toContain(
      'No kit of this analyser reads HEX, CY5 and CY5_5. Their curves are stored, without results.',
    );
  });

  it('KIT-194 an analyser has the channels of its dyes', async () => {
    const listed = (await test.call('tech', 'GET', '/analysers')).json<
      { name: string; channels: string[] }[]
    >();
    expect(listed.find(({ name }) => name === ANALYSER)?.channels).toEqual(expect.arrayContaining([...FIVE]));
    expect(listed.find(({ name }) => name === 'Bio-Rad CFX384')?.channels).not.toContain('CY5_5');
  });
});

describe('a kit that reads HEX', () => {
  let interpreted: Run;
  beforeAll(async () => {
    kitVersionId = await importKit(await kitOf('HEX', 'LCT in HEX'));
    const lot = await test.db.lot.create({
      data: { kitVersionId, name: 'HEX-1', expirationDate: new Date('2099-12-31'), admin: true },
    });
    const { id: reactionBufferId } = await test.db.reactionBuffer.findFirstOrThrow({
      where: { name: 'RB-2' },
    });
    const body = await configuration(test.db, run);
    const place = { kitVersion: { id: kitVersionId }, reactionBuffer: { id: reactionBufferId } };
    const saved = await test.call('tech', 'PUT', `/run/${run.id}`, {
      ...body,
      confirmedFit: [],
      kits: [{ ...place, lots: [{ id: lot.id }] }],
      analyses: body.analyses?.map(({ channel, wells }) => ({
        channel,
        wells: Object.fromEntries(
          Object.entries(wells).map(([position, well]) => [
            position,
            { ...well, ...place, lot: { id: lot.id } },
          ]),
        ),
      })),
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const answer = await test.call('tech', 'POST', `/run/${run.id}/interpret`);
    expect(answer.statusCode, answer.body).toBe(200);
    interpreted = answer.json<Run>();
  });

  it('KIT-196 is exported and imported with its channel', async () => {
    const document = await exportedVersion(test, kitVersionId);
    expect(document).toEqual(await kitOf('HEX', 'LCT in HEX'));
  });

  it('KIT-197 calls the wells of its channel, and no other', async () => {
    const answer = await test.call('tech', 'GET', `/run/${interpreted.id}/chart`);
    const wells = z.array(chartWellSchema).parse(answer.json());
    expect(
      wells.map(({ position, channel, explanation }) => [position, channel, explanation.diagnostic]),
    ).toEqual([
      ['A1', 'HEX', 'HOMOZYGOUS_WILD_TYPE'],
      ['A2', 'HEX', 'HETEROZYGOUS'],
      ['A3', 'HEX', 'HOMOZYGOUS_MUTATED'],
      ['A4', 'HEX', 'TEST_OK'],
    ]);
  });

  it('KIT-198 its results are in every exported file under the name of the channel', async () => {
    const table = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' });
    expect(table.body).toContain('HEX');
    const report = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'PDF' });
    expect(report.statusCode).toBe(200);
    const lis = await test.call('tech', 'POST', `/run/export/${run.id}/results`, { format: 'LIS_CSV' });
    expect(lis.statusCode, lis.body).toBe(200);
    expect(lis.body.match(/,HEX,/g)).toHaveLength(4);
    const fhir = await test.call('tech', 'POST', `/run/export/${run.id}/results`, { format: 'FHIR' });
    expect(fhir.body).toContain('HEX');
  });

  it('KIT-199 the RDML file has all five channels, which are read back', async () => {
    const rdml = await test.call('tech', 'POST', `/run/export/${run.id}/results`, { format: 'RDML' });
    const profile = ANALYSER_PROFILES.find(({ id }) => id === 'rdml');
    const again = await readRun([{ name: 'run.rdml', bytes: new Uint8Array(rdml.rawPayload) }], {
      profile: profile!,
    });
    const held = again.curves.map(({ channel }) => channel);
    expect([...new Set(held)]).toEqual(FIVE);
    expect(again.curves).toHaveLength(
      run.importReport.curves.reduce((sum, { wellCount }) => sum + wellCount, 0),
    );
  });

  it('KIT-200 the external program gets the same calls from the signed record', async () => {
    expectSameCalls(await verifiedAfterApproval(test, interpreted), WELLS.length);
  });
});
