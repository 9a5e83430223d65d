import type { Run } from '@curvewell/domain';
import { generateLightCycler480Text, generateRotorGene, syntheticRun } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { explanationOf, loadResults } from '../features/interpretation/results/load-results.ts';
import { createTestApp, type TestApp } from '../../test/create-test-app.ts';
import { configuration, importFiles, SMALL_PLATE } from '../../test/run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** The small plate on an analyser with another scale. */
const plateOf = (amplitude: number) =>
  syntheticRun({
    plateType: 'RECTANGULAR_96',
    wells: SMALL_PLATE.map((well) => ({
      ...well,
      melts: well.melts.map((melt) => ({ ...melt, amplitude })),
    })),
    channels: ['FAM'],
    phases: ['MELT'],
    temperature: { from: 45, to: 72, step: 0.2 },
    noise: amplitude / 300,
    seed: 11,
  });

it.each([
  { analyser: 'LightCycler 480', amplitude: 30, write: generateLightCycler480Text },
  { analyser: 'Rotor-Gene Q', amplitude: 50, write: generateRotorGene },
])(
  'KIT-110 the seeded kit finds its peaks on the scale of a $analyser',
  async ({ analyser, amplitude, write }) => {
    const { id: analyserId } = await test.db.analyser.findFirstOrThrow({
      where: { name: { startsWith: analyser } },
    });
    const name = (await test.db.analyser.findUniqueOrThrow({ where: { id: analyserId } })).name;
    const imported = await importFiles(test, { analyser: name, files: write(plateOf(amplitude)) });
    const run = imported.json<Run>();
    await test.call('tech', 'PUT', `/run/${run.id}`, await configuration(test.db, run));
    const answer = await test.call('tech', 'POST', `/run/${run.id}/interpret`);
    expect(answer.statusCode, answer.body).toBe(200);
    const { id } = await test.db.interpretation.findUniqueOrThrow({ where: { runId: run.id } });
    const zones = (await loadResults(test.db, id))
      .filter((result) => SMALL_PLATE.some(({ position }) => position === result.position))
      .map((result) => [result.position, explanationOf(result).zonesHit.join('')])
      .sort();
    expect(zones).toEqual([
      ['A1', 'C'],
      ['A2', 'CD'],
      ['A3', 'D'],
      ['A4', ''],
    ]);
  },
);
