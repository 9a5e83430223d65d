import { type ChannelConfiguration, type TaughtTemplate, templatesTeach } from '@curvewell/analysis';
import { type ChannelName, compensatedCurves, type DyeCompensation } from '@curvewell/domain';

import { phaseCurves, type PlacedWell, plateWells } from '../interpretation/chart/plate-wells.ts';
import type { StoredCurves } from '../../curves/index.ts';

export interface TrainingPlate {
  readonly wells: readonly (PlacedWell & { readonly channel: ChannelName })[];
  readonly curves: readonly StoredCurves[];
}

export interface LearnJob {
  readonly plates: readonly TrainingPlate[];
  readonly channels: readonly ChannelConfiguration[];
  /** Cross-talk to subtract from the curves. */
  readonly compensation: DyeCompensation | undefined;
}

export type LearntTemplate = TaughtTemplate;

/** Learns templates for the targets of each channel. Runs in a separate thread. */
export function learnPlates({ plates, channels, compensation }: LearnJob): LearntTemplate[] {
  const read = plates.map(({ wells, curves }) => ({
    wells,
    phases: compensatedCurves(phaseCurves(curves), compensation),
  }));
  return channels.flatMap((configuration) => {
    const { channel } = configuration;
    const ofChannel = read.map(({ wells, phases }) =>
      plateWells(
        wells.filter((well) => well.channel === channel),
        phases.filter((one) => one.channel === channel),
      ),
    );
    return templatesTeach(ofChannel, configuration);
  });
}
