import { describe, expect, test } from 'vitest';

import { lineEnds, survivingCuts } from '../test/cuts.ts';
import { exampleRun, profile } from '../test/example-run.ts';
import { formatNamed, read } from '../test/fuzz-case.ts';
import { WRITABLE_FORMATS } from '../test/formats.ts';
import type { RunFile, SourceFile } from './index.ts';

const PATIENCE_MS = 120_000;

const textOf = ({ bytes }: SourceFile) => new TextDecoder().decode(bytes);
const withText = ({ name }: SourceFile, text: string): SourceFile => ({
  name,
  bytes: new TextEncoder().encode(text),
});

/** The formats of which some truncations are accepted; in all others every one is refused. */
const READ_CUTS: Readonly<Record<string, string>> = {
  'RDML xml': 'only the line end after the root element is gone',
  'Rotor-Gene rex': 'only the line end after the root element is gone',
  'RDES tsv': 'the wells at the end are gone',
  'MxPro txt': 'a whole ramp at the end is gone',
  'Azure Cielo csv': 'whole channels at the end are gone, or readings of the only one',
};

describe.each(WRITABLE_FORMATS.filter(({ name }) => READ_CUTS[name] === undefined))('$name', (format) => {
  test('truncated anywhere it is refused', { timeout: PATIENCE_MS }, async () => {
    const files = await format.generate(exampleRun({ channels: format.channels, step: 5, wellCount: 3 }));
    const survivors = await survivingCuts(files, profile(format.profile));
    expect(survivors.map(({ file, cut }) => `${file} at ${cut}`)).toEqual([]);
  });
});

test.each(['RDML xml', 'Rotor-Gene rex'])(
  '%s is read without the line break after its root element, and not if more is missing',
  async (name) => {
    const format = formatNamed(name);
    const files = await format.generate(exampleRun({ step: 5, wellCount: 3 }));
    const survivors = await survivingCuts(files, profile(format.profile));
    expect(survivors.map(({ cut }) => cut)).toEqual([files[0]!.bytes.length - 1]);
    expect(survivors[0]!.run).toEqual(await read(format, files));
  },
);

/** The remaining curves, each a complete one of the run. */
function keptCurves(short: RunFile, whole: RunFile): readonly string[] {
  return short.curves.map((curve) => {
    const same = whole.curves.find(
      (one) => one.position === curve.position && one.channel === curve.channel && one.phase === curve.phase,
    );
    expect(curve).toEqual(same);
    return `${curve.channel} ${curve.phase} ${curve.position}`;
  });
}

describe('RDES, which has no end mark', () => {
  const format = formatNamed('RDES tsv');

  test('with one dye gives the wells before the cut at a line end, and a remark', async () => {
    const files = format.generate(
      exampleRun({ channels: ['FAM'], phases: ['MELT'], step: 5, wellCount: 14 }),
    ) as SourceFile[];
    const whole = await read(format, files);
    const survivors = await survivingCuts(files, profile('rdml'));
    expect(survivors.map(({ cut }) => cut)).toEqual(lineEnds(files[0]!).slice(1));
    for (const [index, { run }] of survivors.entries()) {
      expect(keptCurves(run, whole)).toEqual(
        whole.curves.slice(0, index + 1).map(({ position }) => `FAM MELT ${position}`),
      );
      const last = whole.curves[index]!.position;
      expect(run.report.notes.join(' ')).toContain(`it holds ${index + 1} of 96 wells, the last is ${last}`);
    }
  });

  test('with two dyes is refused if the second has fewer wells than the first', async () => {
    const files = format.generate(exampleRun({ phases: ['MELT'], step: 5, wellCount: 3 })) as SourceFile[];
    const survivors = await survivingCuts(files, profile('rdml'));
    expect(survivors.map(({ cut }) => cut)).toEqual(lineEnds(files[0]!).slice(1, 4));
  });

  test('is refused if another file of the run lists missing wells', async () => {
    const [melting] = format.generate(
      exampleRun({ channels: ['FAM'], step: 5, wellCount: 6 }),
    ) as SourceFile[];
    const lines = textOf(melting!).split('\n').slice(0, 7);
    const amplification = withText(
      { ...melting!, name: 'amplification.tsv' },
      `${lines
        .map((line) => line.split('\t').slice(0, 6).join('\t'))
        .map((line, row) => `${line}\t${row === 0 ? 'Cq\t1' : '20\t5'}`)
        .join('\n')}\n`,
    );
    const survivors = await survivingCuts([melting!], profile('rdml'));
    expect(survivors).not.toEqual([]);
    const beside = await Promise.all(
      survivors.map(({ cut }) =>
        read(format, [{ name: melting!.name, bytes: melting!.bytes.slice(0, cut) }, amplification]).catch(
          (error: unknown) => error,
        ),
      ),
    );
    for (const outcome of beside) expect(outcome).toMatchObject({ code: 'unreadable-file' });
    const complete = await read(format, [melting!, amplification]);
    expect(complete.report.notes.join(' ')).not.toContain('no mark of its end');
  });
});

describe('a single csv table of CFX software, which has no end mark', () => {
  test('gives the readings before the cut at a line end, and a remark with their number', async () => {
    const format = formatNamed('CFX csv (German)');
    const made = exampleRun({ channels: ['FAM'], phases: ['MELT'], step: 2, wellCount: 4 });
    const [table] = await format.generate(made);
    const whole = await read(format, [table!]);
    const survivors = await survivingCuts([table!], profile('bio-rad-cfx96'));
    const FEWEST = 8;
    expect(survivors.map(({ cut }) => cut)).toEqual(lineEnds(table!).slice(FEWEST));
    for (const [index, { run }] of survivors.entries()) {
      const count = FEWEST + index;
      expect(run.curves.map(({ value }) => [...value])).toEqual(
        whole.curves.map(({ value }) => [...value.slice(0, count)]),
      );
      const last = whole.curves[0]!.temperature[count - 1]!;
      expect(run.report.notes.join(' ')).toContain(`it holds ${count} readings, the last at ${last} °C`);
    }
  });
});

describe('LightCycler 480, which always writes all wells of a plate', () => {
  const format = formatNamed('LightCycler 480 txt');
  const [complete] = format.generate(
    exampleRun({ channels: ['FAM'], phases: ['MELT'], step: 5 }),
  ) as SourceFile[];
  const lines = textOf(complete!).split('\r\n');
  /** An export of some samples without the listed reports. */
  const without = (left: RegExp) =>
    withText(complete!, lines.filter((line) => !left.test(line)).join('\r\n'));
  const results = (wells: readonly string[]) =>
    withText(
      { ...complete!, name: 'results.txt' },
      [
        'Experiment: x  Selected Filter: (465-510)',
        'Include\tColor\tPos\tName\tCp\tConcentration\tStandard\tStatus',
        ...wells.map((well) => `True\t255\t${well}\tS\t20\t\t0\t`),
        '',
      ].join('\r\n'),
    );

  test('wells from A1 on that are not the whole plate mean a truncation', async () => {
    await expect(read(format, [without(/^H12\t/)])).rejects.toMatchObject({
      code: 'unreadable-file',
      found: '95 wells',
    });
    expect((await read(format, [complete!])).report.notes.join(' ')).not.toContain('mark of its end');
  });

  test('a selection of wells is read, with a remark', async () => {
    const run = await read(format, [without(/^(?:A[1-3]|[F-H]\d+)\t/)]);
    expect(run.wells).toHaveLength(57);
    expect(run.report.notes.join(' ')).toContain(
      'it holds 57 of 96 wells, the last is E12, none of the 36 wells from F1 on',
    );
  });

  test('a table of results with exactly these wells confirms them', async () => {
    const raw = without(/^(?:A[3-9]|A1\d|[B-H]\d+)\t/);
    expect((await read(format, [raw, results(['A1', 'A2'])])).wells).toHaveLength(2);
    await expect(read(format, [raw, results(['A1', 'A2', 'A3'])])).rejects.toMatchObject({
      code: 'unreadable-file',
    });
  });

  test('a well that lacks a program, or a reading of one, means a truncation', async () => {
    const amplification = (well: string) => `${well}\tS\t2\t2\t1\t1000\t59.9\t0.5`;
    const [title = '', header = '', ...rest] = lines;
    const wells = [...new Set(rest.map((line) => line.split('\t')[0]!))].filter((well) => well !== '');
    const cycled = (of: readonly string[]) =>
      withText(complete!, [title, header, ...of.map(amplification), ...rest].join('\r\n'));
    expect((await read(format, [cycled(wells)])).wells).toHaveLength(96);
    await expect(read(format, [cycled(wells.slice(0, -1))])).rejects.toMatchObject({
      code: 'unreadable-file',
      found: '95 wells',
    });
    await expect(read(format, [cycled([...wells, 'A1'])])).rejects.toMatchObject({ code: 'unreadable-file' });
  });
});
