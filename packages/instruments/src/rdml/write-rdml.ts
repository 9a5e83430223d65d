import { createHash } from 'node:crypto';

import { CHANNEL_DYE, inChannelOrder, PLATE_SIZE, placeOf, positionAt } from '@curvewell/domain/reading';
import type { ChannelName, PhaseType, PlateType, Position, SampleType } from '@curvewell/domain';

import { escapeXml } from '../container/xml-text.ts';
import { writeZip } from '../container/zip-writer.ts';
import { GUID } from './rdml-document.ts';

/** The content of a well in an RDML file. */
export interface RdmlWell {
  readonly position: Position;
  readonly name: string | null;
  readonly orderId: string | null;
  readonly sampleType: SampleType | null;
}

/** Fluorescence of one well in one channel and phase, in reading order. */
export interface RdmlCurve {
  readonly position: Position;
  readonly channel: ChannelName;
  readonly phase: PhaseType;
  readonly temperature: Float64Array;
  readonly value: Float64Array;
}

/** A run to write. It names no person: RDML does not require an experimenter. */
export interface WrittenRun {
  readonly name: string;
  readonly plateType: PlateType;
  readonly instrument: string;
  /** ISO 8601; null: unknown, and omitted. */
  readonly runDate: string | null;
  readonly software: { readonly name: string; readonly version: string };
  readonly wells: readonly RdmlWell[];
  readonly curves: readonly RdmlCurve[];
}

/** RDML's sample types. It has none for blood or DNA, so both are unknown samples. */
const TYPES = {
  BLOOD: 'unkn',
  DNA: 'unkn',
  NEGATIVE_TEST: 'ntc',
  POSITIVE_TEST: 'pos',
  STANDARD: 'std',
} as const satisfies Record<SampleType, string>;

/** Writes RDML 1.2: a zip with one document, an RDML `run` for each phase, a `data` for each channel. */
export function writeRdml(run: WrittenRun): Promise<Uint8Array> {
  return writeZip([{ name: 'rdml_data.xml', bytes: new TextEncoder().encode(documentText(run)) }]);
}

function documentText(run: WrittenRun): string {
  const channels = inChannelOrder(run.curves.map(({ channel }) => channel));
  const samples = samplesOf(run.wells);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rdml version="1.2" xmlns:rdml="http://www.rdml.org" xmlns="http://www.rdml.org">',
    ...(run.runDate === null ? [] : [`<dateMade>${run.runDate}</dateMade>`]),
    ...channels.map((channel) => `<dye id="${CHANNEL_DYE[channel]}"/>`),
    ...[...new Map([...samples.values()].map((sample) => [sample.id, sample])).values()].map(sampleElement),
    ...channels.map(
      (channel) =>
        `<target id="${CHANNEL_DYE[channel]}"><type>toi</type><dyeId id="${CHANNEL_DYE[channel]}"/></target>`,
    ),
    `<experiment id="${escapeXml(run.name)}">`,
    ...[...Map.groupBy(run.curves, ({ phase }) => phase)].map(([phase, curves]) =>
      runElement({ run, phase, curves, samples }),
    ),
    '</experiment>',
    '</rdml>',
    '',
  ].join('\n');
}

interface Sample extends RdmlWell {
  readonly id: string;
}

/**
 * Samples by name. RDML has one type for each sample id. Wells that share only a name, or have none, get a
 * generated id that readers recognise as such, with the name beside it.
 */
function samplesOf(wells: readonly RdmlWell[]): ReadonlyMap<Position, Sample> {
  const byName = Map.groupBy(wells, ({ name }) => name);
  const isOne = (same: readonly RdmlWell[]): boolean =>
    new Set(same.map(({ orderId, sampleType }) => JSON.stringify([orderId, sampleType]))).size === 1;
  return new Map(
    wells.map((well) => {
      const { name, position } = well;
      const isPlain =
        name !== null && !GUID.test(name) && name === name.trim() && isOne(byName.get(name) ?? []);
      return [position, { ...well, id: isPlain ? name : guidOf(well) }];
    }),
  );
}

/** Deterministic, so that equal runs give equal files. */
function guidOf({ position, name }: RdmlWell): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([position, name]))
    .digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

function sampleElement({ id, name, orderId, sampleType }: Sample): string {
  return [
    `<sample id="${escapeXml(id)}">`,
    id === name || name === null ? '' : `<description>${escapeXml(name)}</description>`,
    orderId === null ? '' : `<xRef><name>order</name><id>${escapeXml(orderId)}</id></xRef>`,
    `<type>${sampleType === null ? 'unkn' : TYPES[sampleType]}</type></sample>`,
  ].join('');
}

interface WrittenPhase {
  readonly run: WrittenRun;
  readonly phase: PhaseType;
  readonly curves: readonly RdmlCurve[];
  readonly samples: ReadonlyMap<Position, Sample>;
}

function runElement({ run, phase, curves, samples }: WrittenPhase): string {
  const { rowCount, columnCount } = PLATE_SIZE[run.plateType];
  const { name, version } = run.software;
  const numberOf = (position: Position): number => {
    const { row, column } = placeOf(position);
    return row * columnCount + column + 1;
  };
  const reacts = [...Map.groupBy(curves, ({ position }) => numberOf(position))].sort(([a], [b]) => a - b);
  return [
    `<run id="${phase}">`,
    `<instrument>${escapeXml(run.instrument)}</instrument>`,
    `<dataCollectionSoftware><name>${escapeXml(name)}</name><version>${escapeXml(version)}</version></dataCollectionSoftware>`,
    `<pcrFormat><rows>${rowCount}</rows><columns>${columnCount}</columns><rowLabel>ABC</rowLabel><columnLabel>123</columnLabel></pcrFormat>`,
    ...(run.runDate === null ? [] : [`<runDate>${run.runDate}</runDate>`]),
    ...reacts.map(([number, ofWell]) => {
      const position = positionAt(Math.floor((number - 1) / columnCount), (number - 1) % columnCount);
      const sample = samples.get(position)?.id ?? guidOf({ ...NOBODY, position });
      return `<react id="${number}"><sample id="${escapeXml(sample)}"/>${ofWell.map(dataElement).join('')}</react>`;
    }),
    '</run>',
  ].join('\n');
}

const NOBODY = { name: null, orderId: null, sampleType: null } as const;

function dataElement({ channel, temperature, value }: RdmlCurve): string {
  const points = Array.from(
    temperature,
    (degrees, index) => `<mdp><tmp>${exact(degrees)}</tmp><fluor>${exact(value[index] ?? 0)}</fluor></mdp>`,
  );
  return `<data><tar id="${CHANNEL_DYE[channel]}"/>${points.join('')}</data>`;
}

/** The shortest decimal that parses to the same number, distinguishing 0 and −0. */
const exact = (number: number): string => (Object.is(number, -0) ? '-0' : String(number));
