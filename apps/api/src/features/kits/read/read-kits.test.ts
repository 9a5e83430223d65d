import { analyserCalls, kitCalls } from '@curvewell/contracts';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
const at = { kitId: '', versionId: '', analyserId: '', bufferId: '' };

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test;
  const kit = await db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' }, include: { buffers: true } });
  const version = await db.kitVersion.findFirstOrThrow({ where: { kitId: kit.id, version: 'v2' } });
  const phase = await db.phase.findFirstOrThrow({ where: { kitVersionId: version.id } });
  Object.assign(at, {
    kitId: kit.id,
    versionId: version.id,
    analyserId: phase.analyserId,
    bufferId: phase.reactionBufferId,
  });
});
afterAll(() => test.close());

/** The answer to a user, parsed by the API call's schema. */
async function get<A extends z.ZodType>(login: string, answer: A, url: string): Promise<z.output<A>> {
  const response = await test.app.inject({ url: `/api${url}`, headers: await test.signIn(login) });
  expect(response.statusCode, response.body).toBe(200);
  return answer.parse(response.json());
}

async function statusOf(login: string | null, url: string): Promise<number> {
  const headers = login === null ? {} : await test.signIn(login);
  return (await test.app.inject({ url: `/api${url}`, headers })).statusCode;
}

describe('kits', () => {
  it('API-24 lists the analysers in the installation’s order with their file types', async () => {
    const analysers = await get('tech', analyserCalls.list.answer, '/analysers');
    expect(analysers.length).toBeGreaterThan(4);
    expect(analysers[0]?.fileTypes.slice(0, 3)).toEqual(['xml', 'xlsx', 'xls']);
    expect(await statusOf(null, '/analysers')).toBe(401);
  });

  it('API-25 a kit version lists the analysers with settings', async () => {
    const analysers = await get(
      'tech',
      analyserCalls.ofKitVersion.answer,
      `/analysers/kitVersion/${at.versionId}`,
    );
    expect(analysers.length).toBe(7);
    expect(await statusOf('tech', `/analysers/kitVersion/${UNKNOWN}`)).toBe(404);
  });

  it('AUTH-35 a technician gets the reduced kit list even when requesting all', async () => {
    await test.db.kit.create({ data: { name: 'Withdrawn', active: false } });
    const url = '/kit?onlyActive=false&onlyValid=false';
    const reduced = await get('tech', kitCalls.list.answer, url);
    const full = await get('research', kitCalls.list.answer, url);
    expect(reduced.map(({ name }) => name)).toEqual([
      'LCT-13910',
      'Protein thermal shift',
      'Two-product mix',
    ]);
    expect(reduced.every((kit) => kit.diagnostics === undefined && kit.status === undefined)).toBe(true);
    expect(full.map(({ name }) => name)).toContain('Withdrawn');
    expect(full.find(({ id }) => id === at.kitId)?.diagnostics).toHaveLength(10);
  });

  it('API-26 inactive kits, and kits without a valid version, are listed on request', async () => {
    const expired = await test.db.kit.create({
      data: {
        name: 'Expired',
        versions: { create: { version: 'v1', validityEndDate: new Date('2020-01-01') } },
      },
    });
    const idle = await test.db.kit.create({
      data: { name: 'Idle', active: false, versions: { create: { version: 'v1' } } },
    });
    const found = async (query: string) => {
      const ids = (await get('research', kitCalls.list.answer, `/kit${query}`)).map(({ id }) => id);
      return [expired, idle].filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    };
    expect(await found('')).toEqual([]);
    expect(await found('?onlyValid=false')).toEqual(['Expired']);
    expect(await found('?onlyActive=false')).toEqual(['Idle']);
    expect(await found('?onlyActive=false&onlyValid=false')).toEqual(['Expired', 'Idle']);
  });

  it('KIT-309 the kits with settings on an analyser are listed, and no others', async () => {
    const namesOn = async (analyserId: string) =>
      (await get('tech', kitCalls.list.answer, `/kit?analyserId=${analyserId}`)).map(({ name }) => name);
    const analysers = await test.db.analyser.findMany();
    const used = await test.db.phase.findMany({
      select: { analyserId: true, kitVersion: { select: { kit: true } } },
    });
    for (const { id } of analysers) {
      const kits = used
        .filter(({ analyserId }) => analyserId === id)
        .map(({ kitVersion }) => kitVersion.kit.name);
      expect(await namesOn(id)).toEqual([...new Set(kits)].sort());
    }
    expect(await namesOn(at.analyserId)).toContain('LCT-13910');
    expect(await namesOn(at.kitId)).toEqual([]);
  });

  it('API-27 a kit lists its buffers, its channels and their phases', async () => {
    const kit = await get('tech', kitCalls.get.answer, `/kit/${at.kitId}`);
    expect(kit).toMatchObject({ name: 'LCT-13910', melt: true, anneal: true });
    expect(kit.reactionBuffers.map(({ name, channels }) => [name, channels])).toEqual([
      ['RB-1', ['FAM', 'TEXAS_RED']],
      ['RB-2', ['FAM', 'TEXAS_RED']],
    ]);
    expect(await statusOf('tech', `/kit/${UNKNOWN}`)).toBe(404);
    expect(await statusOf('tech', '/kit/nonsense')).toBe(400);
  });

  it('API-28 inactive lots need permission to read the lot configuration', async () => {
    const seen = await get('tech', kitCalls.lots.answer, `/kit/${at.kitId}/lots`);
    const all = await get('research', kitCalls.lots.answer, `/kit/${at.kitId}/lots`);
    expect(seen.map(({ name }) => name)).toEqual(['26A0033', '26B0417', '26B0431', '26C0022']);
    expect(all.map(({ name }) => name)).toContain('25A0112');
  });

  it('API-29 a kit has a status on an analyser, or none', async () => {
    const url = `/kit/${at.kitId}/status`;
    expect((await get('tech', kitCalls.status.answer, `${url}/${UNKNOWN}`)).status).toBeNull();
    expect((await get('tech', kitCalls.status.answer, `${url}/${at.analyserId}`)).status).not.toBeNull();
  });

  it('API-31 API-32 API-34 versions are listed newest first; those without an active lot only on request', async () => {
    const url = `/kit/${at.kitId}`;
    const named = (versions: readonly { readonly version: string }[]) =>
      versions.map(({ version }) => version);
    expect(named(await get('tech', kitCalls.versions.answer, `${url}/versions?onlyActive=false`))).toEqual([
      'v2',
    ]);
    const all = await get('research', kitCalls.versions.answer, `${url}/versions?onlyActive=false`);
    expect(all.map(({ version, isFirst }) => [version, isFirst])).toEqual([
      ['v2', false],
      ['v1', true],
    ]);
    const idle = await get(
      'research',
      kitCalls.versionsWithoutActiveLot.answer,
      `${url}/versions/lot/disabled`,
    );
    expect(named(idle)).toEqual(['v1']);
    expect(await statusOf('tech', `${url}/versions/lot/disabled`)).toBe(403);
    const usable = await get(
      'tech',
      kitCalls.versionsForAnalyser.answer,
      `${url}/analyser/${at.analyserId}/versions`,
    );
    expect(usable.map(({ version, lots = [] }) => [version, lots.length])).toEqual([
      ['v2', 4],
      ['v1', 0],
    ]);
  });

  it('API-36 lists the channels of a kit and buffer', async () => {
    const url = `/kit/${at.kitId}/reaction-buffer`;
    const channels = await get('tech', kitCalls.channels.answer, `${url}/${at.bufferId}/channels`);
    expect(channels.map(({ name, configured }) => [name, configured])).toEqual([
      ['FAM', true],
      ['TEXAS_RED', true],
    ]);
    expect(await statusOf('tech', `${url}/${UNKNOWN}/channels`)).toBe(404);
  });

  it('KIT-17 KIT-18 API-41 API-42 combinations start with NONE, then short before long', async () => {
    const tail = `analyser/${at.analyserId}/reaction-buffer/${at.bufferId}/channel/FAM/combinations`;
    const rules = await get('tech', kitCalls.combinations.answer, `/kit/version/${at.versionId}/${tail}`);
    expect(rules.map(({ combination }) => combination.label)).toEqual([
      'NONE',
      'A + C',
      'B + D',
      'A + B + C',
      'A + B + D',
      'A + B + C + D',
    ]);
    expect(rules[3]?.expressions).toMatchObject([{ firstOperand: 'A', operator: 'GT', secondOperand: 'B' }]);
    const last = await get('tech', kitCalls.lastCombinations.answer, `/kit/${at.kitId}/last-version/${tail}`);
    expect(last).toEqual(rules);
  });

  it('API-44 API-45 API-46 API-47 lists the diagnostics of a channel, of several, of the kit, and of controls', async () => {
    const url = `/kit/${at.kitId}/analyser/${at.analyserId}`;
    const fam = await get(
      'tech',
      kitCalls.diagnosticColors.answer,
      `${url}/reaction-buffer/${at.bufferId}/channel/FAM/diagnostic-colors`,
    );
    expect(fam.map(({ diagnostic }) => diagnostic.name)).toEqual([
      'HOMOZYGOUS_WILD_TYPE',
      'HETEROZYGOUS',
      'HOMOZYGOUS_MUTATED',
      'NEGATIVE',
    ]);
    const several = await get(
      'tech',
      kitCalls.diagnosticColorsOfChannels.answer,
      `${url}/reaction-buffers/channels/diagnostic-colors?rbIds=${at.bufferId}&channelNames=FAM&channelNames=TEXAS_RED`,
    );
    expect(several.map(({ channel, diagnosticColors }) => [channel, diagnosticColors.length])).toEqual([
      ['FAM', 4],
      ['TEXAS_RED', 8],
    ]);
    const ofKit = await get(
      'tech',
      kitCalls.diagnosticColorsOfKit.answer,
      `/kit/${at.kitId}/diagnostic-colors`,
    );
    expect(ofKit).toHaveLength(10);
    const controls = await get('tech', kitCalls.testDiagnosticColors.answer, '/kit/test-diagnostic-colors');
    expect(controls.map(({ diagnostic }) => diagnostic.name)).toEqual(['TEST_OK', 'TEST_KO']);
  });
});
