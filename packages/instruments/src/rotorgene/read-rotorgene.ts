import type { Position } from '@curvewell/domain';

import {
  brokenText,
  cyclesFault,
  type AmplificationSeries,
  type PartAmplification,
} from '../amplification/amplification-series.ts';
import { parseNumber, requireNumber } from '../container/workbook.ts';
import { readXmlTree } from '../container/xml-tree.ts';
import { emptyPart, foundSeries } from '../part.ts';
import type { Part, Series } from '../part.ts';
import { positionOfIndex } from '../assemble/position.ts';
import { ReadError } from '../read-error.ts';
import type { Place } from '../read-error.ts';
import { rexDocument } from './rex-document.ts';
import type { RexChannel } from './rex-document.ts';

/**
 * Reads a Rotor-Gene experiment. The tubes 1, 2, 3 … of the rotor become the wells of a 96-well plate, row by
 * row.
 */
export async function readRotorGene(file: string, chunks: AsyncIterable<Uint8Array>): Promise<Part> {
  const { header, rotor, startTime, channels, names } = rexDocument(await readXmlTree(file, chunks));
  const melts = channels.filter(isMelt);
  const series = melts.flatMap((channel) => channelSeries(channel, file));
  return {
    ...emptyPart({ file, format: 'rotorgene', container: 'xml' }),
    formatVersion: header === '' ? null : header,
    software: header === '' ? null : header,
    instrument: { name: 'Rotor-Gene', model: rotor === '' ? null : `rotor ${rotor}`, serial: null },
    runDate: Number.isNaN(Date.parse(startTime)) ? null : startTime,
    plateType: 'RECTANGULAR_96',
    series,
    amplification: readAmplification(channels.filter(isCycling), file),
    wells: [...names].flatMap(([tube, name]) => {
      const position = positionOfIndex(tube, 'RECTANGULAR_96');
      return position === null ? [] : [{ position, name: name === '' ? null : name, sampleType: null }];
    }),
    found: melts.map((channel) =>
      foundSeries(
        channel.name,
        series.filter(({ dye }) => dye === dyeOf(channel)),
      ),
    ),
    ignored: channels
      .filter((channel) => !isMelt(channel) && !isCycling(channel))
      .map(({ name, axis }) => ({ file, part: name, reason: `its axis is “${axis}”, not a temperature` })),
    notes: [
      'The tubes of the rotor are shown as wells of a 96-well plate, row by row: tube 1 is A1, tube 13 is B1.',
    ],
  };
}

/** Whether the axis is `deg.` or one of two similar degree signs, and C. */
function isMelt({ axis }: RexChannel): boolean {
  return /^deg|^[°º]/i.test(axis);
}

const isCycling = ({ axis }: RexChannel): boolean => /^cycle$/i.test(axis);

/** The fluorescence of each cycle. What cannot be read is a doubt. */
function readAmplification(channels: readonly RexChannel[], file: string): PartAmplification {
  const broken: string[] = [];
  const series = channels.flatMap((channel) =>
    channel.readings.flatMap((text, index): AmplificationSeries[] => {
      const position = positionOfIndex(index + 1, 'RECTANGULAR_96');
      if (text === '' || position === null) return [];
      const value = Float64Array.from(text.split(/\s+/), (word) => parseNumber(word) ?? Number.NaN);
      const cycle = value.map((_, cycleIndex) => cycleIndex + 1);
      const fault = cyclesFault(cycle, value);
      if (fault !== null) broken.push(`${channel.name}, tube ${index + 1}: ${fault}`);
      const place: Place = { file, element: `RawChannel “${channel.name}”, tube ${index + 1}` };
      const read = { position, dye: dyeOf(channel), target: null, cycle, value, cq: null, place };
      return fault === null ? [read] : [];
    }),
  );
  return { series, faults: brokenText(file, broken) };
}

/** `HRM A.HRM`: the step of the run, then the channel. */
function dyeOf({ name }: RexChannel): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function channelSeries(channel: RexChannel, file: string): Series[] {
  const place: Place = { file, element: `RawChannel “${channel.name}”` };
  const start = requireNumber(channel.startX, 'first temperature (StartX)', place);
  const step = requireNumber(channel.stepX, 'temperature step (StepX)', place);
  const stated = requireNumber(channel.pointCount, 'number of readings (MinXPoints)', place);
  return channel.readings.flatMap((text, index): Series[] => {
    if (text === '') return [];
    const tube = `${place.element ?? ''}, tube ${index + 1}`;
    const value = Float64Array.from(text.split(/\s+/), (word) =>
      requireNumber(word, 'fluorescence', { ...place, element: tube }),
    );
    // In finished melts the vendor's count is one too high.
    if (value.length !== stated && value.length !== stated - 1) {
      throw new ReadError({
        code: 'unreadable-file',
        place: { file, element: tube },
        problem: 'the melting curve is not complete: the run was stopped, or the file cut short',
        found: `${value.length} readings`,
        expected: `${stated}`,
      });
    }
    const temperature = value.map((_, reading) => roundStep(start + reading * step));
    return [
      {
        position: tubePosition(index + 1, { ...place, element: tube }),
        dye: dyeOf(channel),
        target: null,
        quantity: 'fluorescence',
        temperature,
        value,
        place: { ...place, element: tube },
      },
    ];
  });
}

/** Rounds to a millionth of a degree, to remove rounding errors of summed steps. */
function roundStep(temperature: number): number {
  return Math.round(temperature * 1e6) / 1e6;
}

function tubePosition(tube: number, place: Place): Position {
  const position = positionOfIndex(tube, 'RECTANGULAR_96');
  if (position !== null) return position;
  throw new ReadError({
    code: 'unexpected-content',
    place,
    problem: 'the rotor has more tubes than the plate has wells',
    found: String(tube),
    expected: 'at most 96 tubes',
  });
}
