import {
  CHANGED_NOTICE,
  compareChannels,
  comparePositions,
  knownRunDate,
  type ChannelName,
  type PhaseType,
} from '@curvewell/domain';
import { writeRdml } from '@curvewell/instruments';

import type { Results } from './result-rows.ts';

/** The readings of a run in one channel and phase. */
export interface RunReadings {
  readonly channel: ChannelName;
  readonly phase: PhaseType;
  readonly curves: readonly {
    readonly position: string;
    readonly temperature: Float64Array;
    readonly value: Float64Array;
  }[];
}

/** The run as RDML: readings and contents of the wells. The format has no results. */
export function rdmlOf({ run, facts }: Results, readings: readonly RunReadings[]): Promise<Uint8Array> {
  const wells = new Map(run.analyses.flatMap((analysis) => Object.entries(analysis.wells)));
  return writeRdml({
    name: facts.isChanged ? `${CHANGED_NOTICE}: ${run.name}` : run.name,
    plateType: run.plateType,
    instrument: run.instrumentName,
    runDate: instantIn(knownRunDate(run)),
    software: { name: 'Curvewell', version: facts.softwareVersion },
    wells: [...wells.values()].sort((a, b) => comparePositions(a.position, b.position)),
    curves: readings
      .toSorted((a, b) => compareChannels(a.channel, b.channel) || a.phase.localeCompare(b.phase))
      .flatMap(({ channel, phase, curves }) => curves.map((curve) => ({ ...curve, channel, phase }))),
  });
}

/** RDML cannot represent a date without a time. */
const instantIn = (date: string | null): string | null => (date?.includes('T') === true ? date : null);
