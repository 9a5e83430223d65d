import { slopeAgain, type SlopeSettings } from '@curvewell/analysis';
import { compensatedCurves, type DyeCompensation, type PhaseCurves } from '@curvewell/domain';
import { sha256 } from '@curvewell/domain/record';

import { DamagedCurves, packCurves, type CurvePack, type StoredCurves } from '../../../curves/index.ts';
import { chartAnswer } from './chart-answer.ts';
import { chartWells, type ChannelSlopes, type ChartInput, type DrawnWell } from './chart-wells.ts';
import { phaseCurves } from './plate-wells.ts';

/** The stored slopes of one channel and phase: their hashes, or, for earlier interpretations, the slopes themselves. */
export interface StoredSlopes extends Pick<CurvePack, 'positions' | 'pointCounts'> {
  readonly channel: ChannelSlopes['channel'];
  readonly phase: ChannelSlopes['phase'];
  /** Hash of little-endian float32. */
  readonly temperaturesSha256: string | null;
  readonly valuesSha256: string | null;
  readonly temperatures: Uint8Array<ArrayBuffer> | null;
  readonly values: Uint8Array<ArrayBuffer> | null;
}

/** The stored input of a chart. Slopes are computed from the curves. */
export interface StoredChart extends Omit<ChartInput, 'slopes'> {
  /** Null: the run is not interpreted. */
  readonly interpretationId: string | null;
  readonly algorithmVersion: string;
  readonly compensation: DyeCompensation | undefined;
  /** Empty if slopes are not drawn. */
  readonly slopes: readonly StoredSlopes[];
  /** The curves from which slopes are computed. */
  readonly curves: readonly StoredCurves[];
}

/** The stored form of slopes. */
export const slopeHashes = ({ temperatures, values, ...slopes }: ChannelSlopes) => ({
  ...slopes,
  temperaturesSha256: sha256(temperatures),
  valuesSha256: sha256(values),
});

/** The chart as the API returns it. Runs in a worker. @throws DamagedCurves */
export const storedChartAnswer = (stored: StoredChart): Uint8Array<ArrayBuffer> =>
  chartAnswer({ ...stored, slopes: chartSlopes(stored) });

/** The wells of a chart. Runs in a worker where slopes are drawn. @throws DamagedCurves */
export const drawnWells = (stored: StoredChart): Generator<DrawnWell> =>
  chartWells({ ...stored, slopes: chartSlopes(stored) });

/**
 * Computes the slopes of the interpretation. Runs in a worker, because a plate of 384 wells takes tens of milliseconds.
 *
 * @throws DamagedCurves if the curves are not what was stored, or give other slopes
 */
export function chartSlopes(stored: StoredChart): ChannelSlopes[] {
  const computed = stored.slopes.filter(({ values }) => values === null);
  const readings =
    computed.length === 0 ? [] : compensatedCurves(phaseCurves(stored.curves), stored.compensation);
  return stored.slopes.map((slopes): ChannelSlopes => {
    const { channel, phase, positions, pointCounts, temperatures, values } = slopes;
    return temperatures === null || values === null
      ? computedSlopes(slopes, stored, readings)
      : { channel, phase, positions, pointCounts, temperatures, values };
  });
}

function computedSlopes(
  stored: StoredSlopes,
  { wells, algorithmVersion }: StoredChart,
  readings: readonly PhaseCurves[],
): ChannelSlopes {
  const { channel, phase } = stored;
  const settings = new Map<string, SlopeSettings>(
    wells.flatMap((well) => {
      const read = well.explanation.phases.find(({ type }) => type === phase);
      return well.channel === channel && read !== undefined ? [[well.position, read.settings]] : [];
    }),
  );
  const read = readings.find((one) => one.channel === channel && one.phase === phase);
  const curves = stored.positions.flatMap((position) => {
    const settingsOfWell = settings.get(position);
    if (settingsOfWell === undefined) return []; // of a well that is not drawn
    const curve = read?.curves.get(position);
    if (read === undefined || curve === undefined)
      throw new DamagedCurves(stored, `have no readings of ${position}`);
    const { temperature, slope } = slopeAgain({
      curve: { temperature: curve.temperature, fluorescence: curve.value, quantity: read.quantity },
      settings: settingsOfWell,
      algorithmVersion,
    });
    return [{ position, temperature, value: slope }];
  });
  const slopes = { channel, phase, ...packCurves(curves, 'float32') };
  if (curves.length === stored.positions.length) refuseOthers(stored, slopes);
  return slopes;
}

function refuseOthers(stored: StoredSlopes, slopes: ChannelSlopes): void {
  const { temperaturesSha256, valuesSha256 } = slopeHashes(slopes);
  if (temperaturesSha256 !== stored.temperaturesSha256 || valuesSha256 !== stored.valuesSha256)
    throw new DamagedCurves(stored, 'give other slopes than the interpretation');
}
