import type { Position, RunFileContainer } from '@curvewell/domain';

import { decodePieces } from '../container/text.ts';
import { XmlReader } from '../container/xml.ts';
import { brokenText, cyclesFault, statedCq } from '../amplification/amplification-series.ts';
import type { AmplificationSeries, PartAmplification } from '../amplification/amplification-series.ts';
import { emptyPart, foundSeries } from '../part.ts';
import type { Part, Series, WellLabel } from '../part.ts';
import { parsePosition } from '../assemble/position.ts';
import { ReadError } from '../read-error.ts';
import type { Instrument } from '../run-file.ts';
import { parseSampleType } from '../assemble/sample-type.ts';
import type { RdmlDocument, RdmlReact, RdmlRun } from './rdml-document.ts';
import { GUID } from './rdml-document.ts';
import { gridOfRuns, positionOnGrid } from './rdml-grid.ts';
import type { RdmlGrid } from './rdml-grid.ts';
import { platesOf } from './rdml-plates.ts';
import type { RdmlPlate } from './rdml-plates.ts';
import { RdmlParser } from './rdml-parser.ts';

interface RdmlSource {
  readonly file: string;
  readonly container: RunFileContainer;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Reads the plates of an RDML document as parts: the runs of one experiment may be the dyes, or the phases,
 * of one plate.
 */
export async function readRdml({ file, container, chunks }: RdmlSource): Promise<Part[]> {
  const parser = new RdmlParser(file);
  const reader = new XmlReader(file, parser);
  for await (const piece of decodePieces(chunks, file)) reader.write(piece);
  reader.close();
  const { document } = parser;
  const plates = platesOf(document);
  return plates.map((plate) => {
    const origin = { file, container, run: plates.length === 1 ? null : plate.name };
    if (plates.length === 1) return platePart(plate, document, origin);
    try {
      return platePart(plate, document, origin);
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      return { ...emptyPart({ file, format: 'rdml', container }), run: plate.name, fault: error };
    }
  });
}

interface Origin extends Pick<RdmlSource, 'file' | 'container'> {
  readonly run: string | null;
}

function platePart(
  { runs, left }: RdmlPlate,
  document: RdmlDocument,
  { file, container, run }: Origin,
): Part {
  const grid = gridOfRuns(runs, file);
  const first = runs[0];
  const part = emptyPart({ file, format: 'rdml', container });
  const series = runs.flatMap((one) => runSeries(one, { document, grid, file }));
  const software = [first?.softwareName, first?.softwareVersion].filter(Boolean).join(' ');
  return {
    ...part,
    run,
    formatVersion: document.version,
    software: software === '' ? null : software,
    instrument: parseInstrument(first?.instrument ?? ''),
    runDate: runs.map(({ runDate }) => runDate).find((date) => isDate(date)) ?? null,
    plateType: grid?.plateType ?? null,
    series,
    amplification: runAmplification(runs, { document, grid, file }),
    wells: runs.flatMap((one) => one.reacts.flatMap((react) => wellLabel(react, { document, grid, file }))),
    found: runs.map((one) => foundSeries(`run ${one.id}`, runSeries(one, { document, grid, file }))),
    ignored: [
      ...left.map(({ id }) => ({ file, part: `experiment ${id}`, reason: 'it has no melting curves' })),
    ],
    evenLengths: false,
    notes: grid?.note === undefined ? [] : [grid.note],
  };
}

function isDate(text: string | null): boolean {
  return text !== null && !Number.isNaN(Date.parse(text));
}

interface Context {
  readonly document: RdmlDocument;
  /** Null for “free format”. */
  readonly grid: RdmlGrid | null;
  readonly file: string;
}

function runSeries(run: RdmlRun, context: Context): Series[] {
  return run.reacts.flatMap((react) =>
    react.data
      .filter(({ temperature }) => temperature.length > 0)
      .map((data): Series => {
        const target = data.target ?? '';
        return {
          position: reactPosition(react, context),
          dye: context.document.dyeOfTarget.get(target) ?? null,
          target,
          quantity: 'fluorescence',
          temperature: Float64Array.from(data.temperature),
          value: Float64Array.from(data.fluorescence),
          place: { file: context.file, element: `run “${run.id}”, react “${react.id}”` },
        };
      }),
  );
}

/** The amplification points and Cq of a plate. Broken ones are described and left out. */
function runAmplification(runs: readonly RdmlRun[], context: Context): PartAmplification {
  const broken: string[] = [];
  const series = runs.flatMap((run) =>
    run.reacts.flatMap((react) =>
      react.data.flatMap((data): AmplificationSeries[] => {
        if (data.cycle.length === 0 && data.amplification.length === 0 && data.cq === null) return [];
        const cycle = Float64Array.from(data.cycle);
        const value = Float64Array.from(data.amplification);
        const fault = cyclesFault(cycle, value);
        if (fault !== null) {
          broken.push(`run “${run.id}”, react “${react.id}”: ${fault}`);
          return [];
        }
        const target = data.target ?? '';
        return [
          {
            position: reactPosition(react, context),
            dye: context.document.dyeOfTarget.get(target) ?? null,
            target,
            cycle,
            value,
            cq: data.cq === null || data.isExcluded ? null : statedCq(data.cq),
            place: { file: context.file, element: `run “${run.id}”, react “${react.id}”` },
          },
        ];
      }),
    ),
  );
  return { series, faults: brokenText(context.file, broken) };
}

/** Reacts are counted from 1, row by row; StepOne writes the position itself. */
function reactPosition(react: RdmlReact, { grid, file }: Context): Position {
  const named = parsePosition(react.id);
  const position = named ?? (grid === null ? null : positionOnGrid(Number(react.id), grid));
  if (position !== null) return position;
  throw new ReadError({
    code: 'unexpected-content',
    place: { file, element: `react “${react.id}”` },
    problem: 'the reaction is not in a well of the plate',
    found: react.id,
    expected: grid === null ? 'a well such as A1' : 'a number from 1 to the number of wells',
  });
}

function wellLabel(react: RdmlReact, context: Context): WellLabel[] {
  const sample = context.document.samples.get(react.sampleId ?? '');
  if (react.sampleId === null || sample === undefined) return [];
  const name = GUID.test(react.sampleId) ? sample.description : react.sampleId;
  const sampleType = sample.types.map(parseSampleType).find((type) => type !== null) ?? null;
  return [{ position: reactPosition(react, context), name: name === '' ? null : name, sampleType }];
}

const BIO_RAD = /Block Type "([^"]*)", Cycler SN: ([^,]+)/;
const LIGHT_CYCLER_96 = /^LC96SN(\d+)$/;

/** The instrument is free text; the texts of two vendors are known. */
function parseInstrument(text: string): Instrument {
  const bioRad = BIO_RAD.exec(text);
  if (bioRad !== null) return { name: 'Bio-Rad CFX', model: bioRad[1] ?? null, serial: bioRad[2] ?? null };
  const roche = LIGHT_CYCLER_96.exec(text);
  if (roche !== null) return { name: 'LightCycler 96', model: null, serial: roche[1] ?? null };
  return { name: text === '' ? null : text, model: null, serial: null };
}
