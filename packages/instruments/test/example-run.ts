import { channelNameSchema } from '@curvewell/domain';
import type { AnalyserProfile, ChannelName, PhaseType, PlateType } from '@curvewell/domain';

import { CIELO_CHANNELS, syntheticRun, syntheticWells } from './generate/index.ts';
import type { SyntheticRun } from './generate/index.ts';
import { ANALYSER_PROFILES } from '../src/index.ts';

interface ExampleOptions {
  readonly plateType?: PlateType;
  readonly channels?: readonly ChannelName[];
  readonly phases?: readonly PhaseType[];
  /** °C */
  readonly step?: number;
  readonly seed?: number;
  /** The number of wells; default: the whole plate. */
  readonly wellCount?: number;
}

/** A synthetic run, by default with both channels and both phases. */
export function exampleRun(options: ExampleOptions = {}): SyntheticRun {
  const { plateType = 'RECTANGULAR_96', seed = 1, step = 0.5 } = options;
  const { channels = ['FAM', 'TEXAS_RED'], phases = ['MELT', 'ANNEAL'] } = options;
  return syntheticRun({
    plateType,
    wells: syntheticWells({ plateType, channels, seed }).slice(0, options.wellCount),
    channels,
    phases,
    temperature: { from: 40, to: 80, step },
    noise: 2,
    seed,
    plateId: 'PLATE-001',
  });
}

/**
 * `bio-rad-cfx` selects the model with the run's plate. Azure Cielo has the channels of the generator, as a
 * laboratory would store them, because its files name no dyes.
 */
export function profile(id: string, plateType: PlateType = 'RECTANGULAR_96'): AnalyserProfile {
  const model = id === 'bio-rad-cfx' ? `${id}${plateType === 'RECTANGULAR_96' ? '96' : '384'}` : id;
  const found = ANALYSER_PROFILES.find((one) => one.id === model);
  if (found === undefined) throw new Error(`no profile ${model}`);
  return model === 'azure-cielo' ? { ...found, channelAliases: CIELO_ALIASES } : found;
}

const CIELO_ALIASES = Object.entries(CIELO_CHANNELS).map(([channel, dye]) => ({
  dye,
  channel: channelNameSchema.parse(channel),
  onlyDye: false,
  confidence: 'documented' as const,
}));
