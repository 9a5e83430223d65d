import type { Problem } from '@curvewell/contracts';
import type { Run, RunCheck } from '@curvewell/domain';
import type { RunCurve } from '@curvewell/instruments';

import { REFERENCE_KITS, type ReferenceKit } from '../../src/seed/reference-kits.ts';
import type { TestApp } from '../create-test-app.ts';
import { importFiles } from '../run-factory.ts';
import { analyserOf, filesOf, type RealFiles } from './files-by-kits.ts';
import { reasonAgainstCall } from './strong-melts.ts';
import { saveConfirmed, settings, type Message } from './run-mistake.ts';

export interface Imported {
  readonly kit: string;
  /** How far the import came, and what stopped it or needed confirmation. */
  readonly fit: 'import refused' | 'step 1 refused' | 'confirmed' | 'fits' | 'interpretation refused';
  readonly text: string;
  /** Results, results with a call, and calls that the readings contradict. */
  readonly wells: number;
  readonly called: number;
  readonly wrong: readonly string[];
}

/** Imports a file as a user would, with every kit; confirms partial fits. */
export async function importedWithKits(
  test: TestApp,
  files: RealFiles,
  curves: readonly RunCurve[],
): Promise<Imported[]> {
  const found: Imported[] = [];
  for (const kit of REFERENCE_KITS) found.push(await importedWith(test, { files, curves, kit }));
  return found;
}

interface Pair {
  readonly files: RealFiles;
  readonly curves: readonly RunCurve[];
  readonly kit: ReferenceKit;
}

async function importedWith(test: TestApp, { files, curves, kit }: Pair): Promise<Imported> {
  const none = { kit: kit.name, wells: 0, called: 0, wrong: [] };
  const answer = await importFiles(test, { analyser: analyserOf(files).name, files: filesOf(files) });
  if (answer.statusCode !== 200)
    return { ...none, fit: 'import refused', text: answer.json<Problem>().message };
  const run = answer.json<Run>();
  // All wells are samples, because the check lists samples without a call, but no controls.
  const positions = run.analyses.flatMap(({ wells }) => Object.keys(wells));
  const samples = Object.fromEntries(positions.map((position) => [position, { type: 'BLOOD' as const }]));
  const body = await settings(test, run, { kit: kit.name, wells: samples });
  const messages: Message[] = [];
  const isSaved = await saveConfirmed(test, { run, body, messages });
  const text = messages.map((one) => one.text).join(' ');
  if (!isSaved) return { ...none, fit: 'step 1 refused', text };
  const interpreted = await test.call('tech', 'POST', `/run/${run.id}/interpret`);
  if (interpreted.statusCode !== 200)
    return { ...none, fit: 'interpretation refused', text: interpreted.json<Problem>().message };
  const check = (await test.call('tech', 'GET', `/run/${run.id}/check?decision=submit`)).json<RunCheck>();
  const { unresolved, wellsByChannel, channels } = check.doubts;
  const isOpen = new Set(unresolved.map(({ position, channel }) => `${position} ${channel}`));
  const called = channels.flatMap((channel) =>
    [...new Set(curves.filter((one) => one.channel === channel).map(({ position }) => position))]
      .filter((position) => !isOpen.has(`${position} ${channel}`))
      .map((position) => ({ position, channel })),
  );
  const wrong = called.flatMap(({ position, channel }) => {
    const ofWell = curves.filter((one) => one.position === position && one.channel === channel);
    const reason = reasonAgainstCall({ kit, profile: files.profile, channel, curves: ofWell });
    return reason === null ? [] : [`${position} ${channel}: ${reason}`];
  });
  const wells = Object.values(wellsByChannel).reduce((sum, count) => sum + count, 0);
  return {
    kit: kit.name,
    fit: messages.length > 0 ? 'confirmed' : 'fits',
    text,
    wells,
    called: called.length,
    wrong,
  };
}
