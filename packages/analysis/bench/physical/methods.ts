import { platePositions } from '@curvewell/domain';

import { itemAt } from '../../src/at.ts';
import type { ChannelConfiguration } from '../../src/configuration.ts';
import { type MeltCurve, plateAnalyse } from '../../src/index.ts';
import { DEFAULT_PHASE } from '../analyse.ts';
import type { Readings } from '../peers/maxima.ts';
import type { ReportedPeak } from '../score.ts';
import type { Kit } from './kits.ts';

export type { Readings } from '../peers/maxima.ts';

/** The report of a method for a well. */
export interface Result {
  readonly peaks: readonly ReportedPeak[];
  readonly zones: readonly string[];
  /** Places of doubts, °C; null: the whole well. */
  readonly flags: readonly (number | null)[];
}

/** Analyses the wells of a plate with a kit; null: without zones. */
export type Method = (wells: readonly Readings[], kit: Kit | null) => Result[];

export const curveOf = ({ temperature, fluorescence }: Readings): MeltCurve => ({
  temperature,
  fluorescence,
  quantity: 'fluorescence',
});

const rule = (zones: readonly string[]) => ({
  zones,
  diagnostic: zones.join(' + ') || 'NEGATIVE',
  expressions: [],
});

export function configurationOf(kit: Kit | null, usesTemplates = false): ChannelConfiguration {
  const zones = (kit?.targets ?? []).map(({ name, from, to }) => ({
    name,
    label: name,
    minTemp: from,
    maxTemp: to,
    minThreshold: null,
    minQuality: null,
  }));
  const names = zones.map(({ name }) => name);
  const pairs = names.flatMap((one, k) => names.slice(k + 1).map((other) => [one, other]));
  return {
    channel: 'FAM',
    phases: [{ ...DEFAULT_PHASE, zones }],
    rules: zones.length === 0 ? [] : [[], ...names.map((name) => [name]), ...pairs].map(rule),
    ...(usesTemplates && { meltTemplates: { from: 'plate' } }),
  };
}

export const POSITIONS = platePositions('RECTANGULAR_96');

const analysed =
  (usesTemplates: boolean): Method =>
  (wells, kit) => {
    const [calls = []] = plateAnalyse({
      assays: [
        {
          configuration: configurationOf(kit, usesTemplates),
          wells: wells.map((well, i) => ({
            position: itemAt(POSITIONS, i),
            ...({ sampleType: 'DNA', expectedDiagnostic: null, controlGroup: '' } as const),
            phases: [{ type: 'MELT', curve: curveOf(well) }],
          })),
        },
      ],
    });
    return calls.map(({ explanation: { phases, flags, zonesHit } }) => ({
      peaks: phases.flatMap(({ peaks }) => peaks.filter(({ accepted }) => accepted)),
      zones: zonesHit,
      flags: flags.map(({ temperature }) => temperature),
    }));
  };

export const ownMethod = analysed(false);
/** The same with templates learnt from the plate. */
export const templateMethod = analysed(true);

const zonesOf = (tms: readonly number[], kit: Kit | null): string[] =>
  (kit?.targets ?? [])
    .filter(({ from, to }) => tms.some((tm) => tm >= from && tm <= to))
    .map(({ name }) => name);

/** The result that a peer's peaks imply for a well. */
export const resultOf = (tms: readonly number[], kit: Kit | null): Result => ({
  peaks: tms.map((tm) => ({ tm, tmError: null })),
  zones: zonesOf(tms, kit),
  flags: [],
});
