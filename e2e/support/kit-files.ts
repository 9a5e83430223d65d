import { readFileSync } from 'node:fs';

import type { Kit } from '@curvewell/domain';

import type { Api } from './api.ts';
import { MADE_KIT } from './run-maker.ts';

const file = (name: string) => readFileSync(new URL(`../files/${name}`, import.meta.url));

/**
 * Imports the kit of made runs with its lot, if the installation lacks it.
 *
 * @throws Error if it is a sample kit, whose runs are trial runs and cannot be approved
 */
export async function requireKit(api: Api): Promise<void> {
  const kits = await api<readonly Kit[]>('GET', '/kit');
  const known = kits.find(({ name }) => name === MADE_KIT.name);
  if (known?.makesTrials === true) throw new Error(`${known.name} is a sample kit: its runs are trials.`);
  if (known !== undefined) return;
  for (const [path, name] of [
    ['/import/kit/version', 'kit.json'],
    ['/import/lot', 'lots.json'],
  ] as const) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(file(name))], { type: 'application/json' }), name);
    await api('POST', path, form);
  }
}
