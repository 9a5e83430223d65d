import { curvesNormalise } from '@curvewell/analysis';
import type { NormalisedCurves } from '@curvewell/contracts';
import {
  assayKey,
  type ChannelName,
  type CompleteWell,
  type ConfigurationSnapshot,
  packPoints,
  readAssays,
  type UsedConfiguration,
  usesShape,
} from '@curvewell/domain';

import type { StoredCurves } from '../../../curves/index.ts';
import { phaseCurves } from './plate-wells.ts';

/** An interpreted plate with the settings of its interpretation. */
export interface StoredPlate {
  readonly channel: ChannelName;
  readonly wells: readonly CompleteWell[];
  readonly snapshot: Pick<ConfigurationSnapshot, 'assays' | 'compensation'>;
  readonly curves: readonly StoredCurves[];
}

/** Digits that are drawn: a hundredth of a per cent. */
const drawn = (values: Float64Array): Float64Array => values.map((value) => Math.round(100 * value) / 100);

/** The settings of the channels that have regions in a phase of theirs. */
const isShaped = ({ curveShape, phases }: UsedConfiguration): boolean =>
  curveShape !== undefined && phases.some(({ phaseType }) => phaseType === curveShape.phase);

/**
 * JSON of the normalised curves of a channel. Runs in a worker, because unpacking and preparing 384 wells takes tens of
 * milliseconds.
 *
 * @throws DamagedCurves
 */
export function normalisedAnswer({ channel, wells, snapshot, curves }: StoredPlate): string {
  const shaped = snapshot.assays.filter((assay) => assay.channel === channel && isShaped(assay));
  const configurations = new Map(shaped.map((assay) => [assayKey(assay, assay.channel), assay]));
  const assays = readAssays(wells, configurations, phaseCurves(curves), snapshot.compensation);
  const answer: NormalisedCurves = assays.flatMap(({ configuration, wells: ofAssay, input }) => {
    const { kitVersionId, reactionBufferId, curveShape: shape, rules } = configuration;
    if (shape === undefined) return [];
    const normalised = curvesNormalise(input).map((curve, place) => {
      const position = ofAssay[place]?.position ?? '';
      return 'fault' in curve
        ? { position, chartPoints: null, fault: curve.fault }
        : {
            position,
            chartPoints: packPoints({ temperature: drawn(curve.temperature), value: drawn(curve.percent) }),
            fault: null,
          };
    });
    return [{ kitVersionId, reactionBufferId, shape, usesShape: rules.some(usesShape), wells: normalised }];
  });
  return JSON.stringify(answer);
}
