import type { ChannelName, PhaseType, PlateType } from '@curvewell/contracts';

import { syntheticRun, syntheticWells } from '../src/generate/index.ts';
import type { SyntheticRun } from '../src/generate/index.ts';
import { ANALYSER_PROFILES } from '../src/index.ts';
import type { AnalyserProfile } from '../src/index.ts';

interface ExampleOptions {
  readonly plateType?: PlateType;
  readonly channels?: readonly ChannelName[];
  readonly phases?: readonly PhaseType[];
  readonly step?: number;
  readonly seed?: number;
}

/** A made-up run; both channels and both phases unless told otherwise. */
export function exampleRun(options: ExampleOptions = {}): SyntheticRun {
  const { plateType = 'RECTANGULAR_96', seed = 1, step = 0.5 } = options;
  const { channels = ['FAM', 'TEXAS_RED'], phases = ['MELT', 'ANNEAL'] } = options;
  return syntheticRun({
    plateType,
    wells: syntheticWells({ plateType, channels, seed }),
    channels,
    phases,
    temperature: { from: 40, to: 80, step },
    noise: 2,
    seed,
    plateId: 'PLATE-001',
  });
}

export function profile(id: string): AnalyserProfile {
  const found = ANALYSER_PROFILES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no profile ${id}`);
  return found;
}
