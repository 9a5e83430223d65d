import { PLATE_SIZE, placeOf } from '@curvewell/domain/reading';
import type { SampleType } from '@curvewell/domain';

import type { AmplificationCurve, RunCurve, RunWell } from '../../src/run-file.ts';
import type { SourceFile } from '../../src/source-file.ts';
import { escapeXml } from '../../src/container/xml-text.ts';
import type { SyntheticRun } from './synthetic-run.ts';
import { writeZip } from '../../src/container/zip-writer.ts';

const TYPE_WORDS = {
  POSITIVE_TEST: 'pos',
  NEGATIVE_TEST: 'ntc',
  STANDARD: 'std',
  BLOOD: 'unkn',
  DNA: 'unkn',
} as const satisfies Record<SampleType, string>;

/** The name of the only experiment in CFX software. */
const WHOLE_PLATE = 'All Wells';

/** RDML 1.1 as CFX software writes it, with one `run` for each fluorophore and phase; plain XML. */
export function generateRdmlXml(run: SyntheticRun): SourceFile[] {
  return [
    { name: `${run.serial}.xml`, bytes: new TextEncoder().encode(rdmlText([{ name: WHOLE_PLATE, run }])) },
  ];
}

/** The same in its zip. */
export async function generateRdml(run: SyntheticRun): Promise<SourceFile[]> {
  const bytes = await writeZip([
    { name: 'rdml_data.xml', bytes: new TextEncoder().encode(rdmlText([{ name: WHOLE_PLATE, run }])) },
  ]);
  return [{ name: `${run.serial}.rdml`, bytes }];
}

export interface NamedPlate {
  readonly name: string;
  readonly run: SyntheticRun;
}

/** One document with an experiment for each plate, as programs that collect runs write it. */
export async function generateRdmlOfPlates(
  plates: readonly NamedPlate[],
  { namesDyes = true }: { readonly namesDyes?: boolean } = {},
): Promise<SourceFile[]> {
  const text = rdmlText(plates);
  const written = namesDyes ? text : text.replaceAll(/<dyeId id="[^"]*"\/>/g, '');
  const bytes = await writeZip([{ name: 'rdml_data.xml', bytes: new TextEncoder().encode(written) }]);
  return [{ name: 'plates.rdml', bytes }];
}

function rdmlText(plates: readonly NamedPlate[]): string {
  const curves = plates.flatMap(({ run }) => run.curves);
  const dyes = [...new Set(curves.map(({ dye }) => dye))];
  const samples = new Map(plates.flatMap(({ run }) => run.wells).map((well) => [sampleId(well), well]));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rdml version="1.1" xmlns:rdml="http://www.rdml.org" xmlns="http://www.rdml.org">',
    ...dyes.map((dye) => `<dye id="${dye}"/>`),
    ...[...samples.values()].map(sampleElement),
    ...dyes.map((dye) => `<target id="probe ${dye}"><type>toi</type><dyeId id="${dye}"/></target>`),
    ...plates.flatMap(({ name, run }) => experimentElement(name, run)),
    '</rdml>',
    '',
  ].join('\n');
}

function experimentElement(name: string, run: SyntheticRun): string[] {
  const runs = [...Map.groupBy(run.curves, ({ dye, phase }) => `${phase}_${dye}`)];
  return [
    `<experiment id="${escapeXml(name)}">`,
    ...runs.map(([id, curves]) => runElement(run, { id, curves })),
    '</experiment>',
  ];
}

function sampleId({ name, position }: RunWell): string {
  return escapeXml(name ?? position);
}

function sampleElement(well: RunWell): string {
  const type = well.sampleType === null ? 'unkn' : TYPE_WORDS[well.sampleType];
  return `<rdml:sample id="${sampleId(well)}"><rdml:type>${type}</rdml:type></rdml:sample>`;
}

interface RunElement {
  readonly id: string;
  readonly curves: readonly RunCurve[];
}

function runElement(run: SyntheticRun, { id, curves }: RunElement): string {
  const { rowCount, columnCount } = PLATE_SIZE[run.plateType];
  const wells = new Map(run.wells.map((well) => [well.position, well]));
  const [first] = curves;
  // The phases of a dye follow its amplification, which is written with the first.
  const isFirst = first === run.curves.find(({ dye }) => dye === first?.dye);
  const amplified = new Map(
    isFirst
      ? run.amplification?.map((one) => [`${one.position} ${one.dye}`, amplificationElements(one)])
      : [],
  );
  const reacts = curves.map(({ position, dye, temperature, value }) => {
    const { row, column } = placeOf(position);
    const well = wells.get(position);
    const sample = well === undefined ? '' : `<sample id="${sampleId(well)}"/>`;
    const points = Array.from(
      temperature,
      (tmp, index) => `<mdp><tmp>${tmp}</tmp><fluor>${value[index] ?? ''}</fluor></mdp>`,
    );
    return `<react id="${row * columnCount + column + 1}">${sample}<data><tar id="probe ${dye}"/>${amplified.get(`${position} ${dye}`) ?? ''}${points.join('')}</data></react>`;
  });
  return [
    `<run id="${id}">`,
    `<instrument>Block Type "96FX", Cycler SN: ${run.serial},Optical Head SN: 785BR0000</instrument>`,
    `<pcrFormat><rows>${rowCount}</rows><columns>${columnCount}</columns><rowLabel>ABC</rowLabel><columnLabel>123</columnLabel></pcrFormat>`,
    `<runDate>${run.runDate}</runDate>`,
    ...reacts,
    '</run>',
  ].join('\n');
}

function amplificationElements({ cq, cycle, value }: AmplificationCurve): string {
  const points = Array.from(
    cycle,
    (now, index) => `<adp><cyc>${now}</cyc><fluor>${value[index] ?? ''}</fluor></adp>`,
  );
  return `${cq === null ? '' : `<cq>${cq === 'none' ? 'NaN' : cq}</cq>`}${points.join('')}`;
}
