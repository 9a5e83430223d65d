import type { KeptTemplate, PhaseType } from '@curvewell/domain';

import type { ChannelConfiguration } from '../configuration.ts';
import { phaseFind } from '../phase-find.ts';
import type { PlateWell } from '../plate-analyse.ts';
import { TEMPLATE } from '../plate-settings.ts';
import { tmShifts } from '../zones/tm-shift.ts';
import type { TargetCurve } from './target-curve.ts';
import { templateShape } from './template-shape.ts';
import { middleOf } from './template.ts';
import { taughtByWells } from './templates-learn.ts';

/** A template learnt from plates, to be stored. */
export interface TaughtTemplate extends Pick<
  KeptTemplate,
  'channel' | 'phase' | 'zone' | 'tm' | 'wells' | 'shape'
> {
  /** Number of wells from each plate, in order. */
  readonly wellsByPlate: readonly number[];
}

type Taught = ReturnType<typeof taughtByWells>;

function taughtByPlate(
  wells: readonly PlateWell[],
  configuration: ChannelConfiguration,
  algorithmVersion: string,
): Taught {
  const found = configuration.phases.map((phase) => ({
    type: phase.phaseType,
    curves: phaseFind(wells, phase, algorithmVersion),
  }));
  const read = wells.map((well, place) => ({
    ...well,
    phases: found.flatMap(({ type, curves }) => {
      const curve = curves[place] ?? null;
      return curve === null ? [] : [{ type, ...curve }];
    }),
  }));
  return taughtByWells(read, configuration, tmShifts(read, configuration));
}

/** Resolution of Tm: 0.01 °C. */
const TM_FINENESS = 100;

/**
 * Learns templates of a channel's targets from the wells of plates that have one target only. Targets with
 * fewer than `TEMPLATE.fewest` wells get none.
 *
 * @param plates - wells of one kit version, buffer and analyser, plate by plate
 * @throws AnalysisError `length-mismatch`
 */
export function templatesTeach(
  plates: readonly (readonly PlateWell[])[],
  configuration: ChannelConfiguration,
  algorithmVersion: string,
): TaughtTemplate[] {
  const taught = plates.map((wells) => taughtByPlate(wells, configuration, algorithmVersion));
  const { channel } = configuration;
  return configuration.phases.flatMap(({ phaseType: phase, zones }) =>
    zones.flatMap(({ name: zone }) => {
      const byPlate = taught.map((ofPlate) => curvesOf(ofPlate, { phase, zone }));
      const curves = byPlate.flat();
      const shape = templateShape(curves, TEMPLATE.keptReach);
      if (shape === null) return [];
      const tm = Math.round(middleOf(curves.map((one) => one.tm)) * TM_FINENESS) / TM_FINENESS;
      const wellsByPlate = byPlate.map(({ length }) => length);
      return [{ channel, phase, zone, tm, wells: curves.length, shape, wellsByPlate }];
    }),
  );
}

const curvesOf = (
  taught: Taught,
  { phase, zone }: { readonly phase: PhaseType; readonly zone: string },
): TargetCurve[] => (taught.get(phase) ?? []).flatMap((one) => (one?.zone === zone ? [one.curve] : []));
