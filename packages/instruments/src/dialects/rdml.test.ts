import { describe, expect, test } from 'vitest';

import { exampleRun, profile } from '../../test/example-run.ts';
import { edited, readAs, refusalOf, textOf } from '../../test/variants.ts';
import { generateRdmlXml, writeZip } from '../../test/generate/index.ts';
import { positionOfIndex } from '../assemble/position.ts';
import { readRun } from '../read-run.ts';

const made = exampleRun({ step: 2, wellCount: 4 });
const [file] = generateRdmlXml(made);
const document = file!;
const whole = await readAs('rdml', [document]);

/** The direct children of the root. */
const blocks = (text: string) =>
  /^([\s\S]*?<rdml [^>]*>)([\s\S]*)(<experiment[\s\S]*<\/experiment>)([\s\S]*)$/.exec(text)!;

describe('RDML', () => {
  test.each(['1.0', '1.1', '1.2', '1.3', '1.4'])('version %s', async (version) => {
    const run = await readAs('rdml', [
      edited(document, (text) => text.replace('version="1.1"', `version='${version}' `)),
    ]);
    expect(run.formatVersion).toBe(version);
    expect(run.curves).toEqual(whole.curves);
  });

  test.each([
    [
      'with experiments before samples, targets and dyes',
      (text: string) => blocks(text).slice(1).with(1, blocks(text)[3]!).with(2, blocks(text)[2]!).join(''),
    ],
    [
      'with every element in a prefix',
      (text: string) =>
        text
          .replaceAll(/<(\/?)(?!\?|rdml)(\w)/g, '<$1rdml:$2')
          .replaceAll(/<(\/?)rdml(?=[ >])/g, '<$1rdml:rdml'),
    ],
    [
      'with the dye as text, as StepOne 2.3 writes it',
      (text: string) =>
        text
          .replaceAll(/<dyeId id="([^"]+)"\/>/g, '<dyeId>$1</dyeId>')
          .replaceAll(/<dye id="[^"]+"\/>\n/g, ''),
    ],
    [
      'with dyes whose text is another than their id',
      (text: string) => text.replaceAll(/<dyeId id="([^"]+)"\/>/g, '<dyeId id="$1">something</dyeId>'),
    ],
    [
      'with positions for numbers, and a free format',
      (text: string) =>
        text
          .replaceAll(
            /<react id="(\d+)">/g,
            (_, id: string) => `<react id="${positionOfIndex(Number(id), 'RECTANGULAR_96')!}">`,
          )
          .replaceAll(/<pcrFormat>.*<\/pcrFormat>/g, '<pcrFormat>free format</pcrFormat>'),
    ],
    ['indented', (text: string) => text.replaceAll('><', '>\r\n\t<')],
    [
      'with amplification points beside',
      (text: string) =>
        text
          .replaceAll('<mdp>', '<adp><cyc>1.0</cyc><tmp>60</tmp><fluor>-3.5</fluor></adp><mdp>')
          .replaceAll('</tar><', '</tar><cq>NaN</cq><'),
    ],
    [
      'with partitions and annotations of later versions',
      (text: string) =>
        text
          .replaceAll(
            '<sample id',
            '<sample><annotation><property>a</property><value>1</value></annotation></sample><sample id',
          )
          .replaceAll(
            /<data>(.*?)<\/data>/g,
            '<data>$1<bgFluor>1</bgFluor><quantFluor>2</quantFluor></data>',
          ),
    ],
  ])('%s', async (_what, edit) => {
    const run = await readAs('rdml', [edited(document, edit)]);
    expect(run.curves).toEqual(whole.curves);
  });

  test('in a zip with another entry name, beside other documents, and with a split archive marker before it', async () => {
    const bytes = await writeZip([
      { name: 'instrument_data.xml', bytes: new TextEncoder().encode('<InstrumentData/>') },
      { name: 'BioRad_qPCR_melt.xml', bytes: document.bytes },
    ]);
    expect((await readAs('rdml', [{ name: 'a.rdml', bytes }])).curves).toEqual(whole.curves);
    expect((await readAs('bio-rad-cfx96', [{ name: 'a.xml', bytes }])).curves).toEqual(whole.curves);
  });

  test('names wells by the sample’s description where its id is a GUID', async () => {
    const guid = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const name = made.wells[0]!.name!;
    const run = await readAs('rdml', [
      edited(document, (text) =>
        text
          .replaceAll(`sample id="${name}"`, `sample id="${guid}"`)
          .replace(
            `<rdml:sample id="${guid}">`,
            `<rdml:sample id="${guid}"><description>Patient 1</description>`,
          ),
      ),
    ]);
    expect(run.wells[0]).toMatchObject({ position: 'A1', name: 'Patient 1' });
  });

  test('of several experiments reads the one with melting curves, and reports the others', async () => {
    const other =
      '<experiment id="Standard curve"><run id="Run 1"><pcrFormat><rows>16</rows><columns>24</columns></pcrFormat><react id="1"><sample id="x"/><data><tar id="probe FAM"/><adp><cyc>1</cyc><fluor>1</fluor></adp></data></react></run></experiment>';
    const run = await readAs('rdml', [
      edited(document, (text) => text.replace('<experiment ', `${other}<experiment `)),
    ]);
    expect({ ...run, report: null }).toEqual({ ...whole, report: null });
    expect(run.report.ignored).toContainEqual({
      file: document.name,
      part: 'experiment Standard curve',
      reason: 'it has no melting curves',
    });
  });

  test('of several experiments with melting curves requires a choice, and reads the selected one', async () => {
    const second = (text: string) => blocks(text)[3]!.replace('All Wells', 'Second plate');
    const both = edited(document, (text) => text.replace('</rdml>', `${second(text)}</rdml>`));
    const error = await refusalOf(readAs('rdml', [both]));
    expect(error).toMatchObject({ code: 'several-runs', choices: ['All Wells', 'Second plate'] });
    const run = await readRun([both], { profile: profile('rdml'), answers: { run: 'Second plate' } });
    expect(run.curves).toEqual(whole.curves);
    expect(run.report.answers).toEqual({ run: 'Second plate' });
    expect(run.report.ignored).toContainEqual({
      file: both.name,
      part: 'All Wells',
      reason: 'it belongs to another run',
    });
    const none = readRun([both], { profile: profile('rdml'), answers: { run: 'Third plate' } });
    expect(await refusalOf(none)).toMatchObject({ code: 'several-runs', found: 'Third plate' });
  });

  test('with counted temperatures only is refused, with what to export', async () => {
    let count = 0;
    const [melt] = generateRdmlXml(exampleRun({ step: 2, wellCount: 4, phases: ['MELT'] }));
    const error = await refusalOf(
      readAs('rdml', [
        edited(melt!, (text) => text.replaceAll(/<tmp>[^<]*</g, () => `<tmp>${(count++ % 21) + 1}<`)),
      ]),
    );
    expect(error.code).toBe('missing-information');
    expect(error.message).toContain('export the melting curves with their temperatures');
  });

  test('without any temperature is refused, with what to export', async () => {
    const error = await refusalOf(
      readAs('rdml', [edited(document, (text) => text.replaceAll(/<tmp>[^<]*<\/tmp>/g, ''))]),
    );
    expect(error.code).toBe('missing-information');
    expect(error.message).toContain('export the melting curves with their temperatures');
  });
});

test('an RDML document alone and in a zip give the same run', async () => {
  const bytes = await writeZip([
    { name: 'rdml_data.xml', bytes: new TextEncoder().encode(textOf(document)) },
  ]);
  expect((await readAs('rdml', [{ name: 'a', bytes }])).curves).toEqual(whole.curves);
});
