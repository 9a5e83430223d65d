import { kitCalls } from '@curvewell/contracts';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { expressionsBetween } from '../zones/expressions.ts';

let test: TestApp;
const at = { kitId: '', versionId: '', tail: '' };

beforeAll(async () => {
  test = await createTestApp();
  const version = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
    include: { phases: true },
  });
  const [phase] = version.phases;
  at.kitId = version.kitId;
  at.versionId = version.id;
  at.tail = `rb/${phase?.reactionBufferId ?? ''}/analyser/${phase?.analyserId ?? ''}/channel/FAM`;
});
afterAll(() => test.close());

async function get<A extends z.ZodType>(login: string, answer: A, url: string): Promise<z.output<A>> {
  const response = await test.app.inject({ url: `/api${url}`, headers: await test.signIn(login) });
  expect(response.statusCode, response.body).toBe(200);
  return answer.parse(response.json());
}

async function statusOf(login: string, url: string): Promise<number> {
  return (await test.app.inject({ url: `/api${url}`, headers: await test.signIn(login) })).statusCode;
}

describe('configurations', () => {
  it('API-39 API-40 returns the phases of a channel with their zones by letter', async () => {
    const url = `/phase/kit-version/${at.versionId}/${at.tail}`;
    const phases = await get('research', kitCalls.phases.answer, url);
    expect(phases.map(({ phaseType, zones }) => [phaseType, zones.map(({ name }) => name)])).toEqual([
      ['MELT', ['C', 'D']],
      ['ANNEAL', ['A', 'B']],
    ]);
    const last = await get(
      'quality',
      kitCalls.lastPhases.answer,
      `/phase/last-version/kit/${at.kitId}/${at.tail}`,
    );
    expect(last).toEqual(phases);
    expect(await statusOf('tech', url)).toBe(403);
  });

  it('API-35 returns a version’s buffers with the channels configured on an analyser', async () => {
    const analyser = await test.db.analyser.findFirstOrThrow({ where: { name: 'Bio-Rad CFX96' } });
    const url = `/kit/version/${at.versionId}/analyser/${analyser.id}/reaction-buffers/configuration`;
    const buffers = await get('research', kitCalls.configurations.answer, url);
    expect(buffers.map(({ name, configured }) => [name, configured])).toEqual([
      ['RB-1', true],
      ['RB-2', true],
    ]);
    expect(await statusOf('tech', url)).toBe(403);
  });

  it('API-30 API-33 lists kits with a complete version as exportable; the permission depends on the kind of export', async () => {
    const draft = await test.db.kit.create({
      data: { name: 'Draft', versions: { create: { version: 'v1' } } },
    });
    const kits = await get('research', kitCalls.exportable.answer, '/kit/exportable');
    expect(kits.map(({ name }) => name)).toEqual(['LCT-13910', 'Protein thermal shift', 'Two-product mix']);
    const url = `/kit/${draft.id}/versions/exportable`;
    expect(await get('research', kitCalls.exportableVersions.answer, url)).toEqual([]);
    expect(await statusOf('tech', '/kit/exportable')).toBe(403);
    await test.db.appUser.update({ where: { login: 'tech' }, data: { extraRoles: ['EXPORT_LOTS'] } });
    expect(await statusOf('tech', '/kit/exportable?isKitExport=false')).toBe(200);
    expect(await statusOf('tech', '/kit/exportable?isKitExport=true')).toBe(403);
  });

  it('API-43 compares zones within their phase', async () => {
    const url = '/kit/expressions?operandsByPhase=MELT:A,B&operandsByPhase=ANNEAL:C';
    const expressions = await get('research', kitCalls.expressions.answer, url);
    expect(expressions).toHaveLength(8);
    expect(expressions.every(({ firstOperand, secondOperand }) => firstOperand !== secondOperand)).toBe(true);
    expect(() => expressionsBetween(['MELT:A,B', 'MELT:C'])).toThrow();
    expect(await statusOf('research', '/kit/expressions')).toBe(400);
  });
});
