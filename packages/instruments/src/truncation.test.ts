import { describe, expect, test } from 'vitest';

import { exampleRun } from '../test/example-run.ts';
import { WRITABLE_FORMATS } from '../test/formats.ts';
import { read } from '../test/fuzz-case.ts';
import { ReadError } from './index.ts';

const CUTS_A_FILE = 60;

/** Formats that list nothing twice and have no end mark: only the report can warn. */
const OPEN_ENDED = new Set(['LightCycler 480 txt', 'RDES tsv']);

describe.each(WRITABLE_FORMATS)('$name cut short', (format) => {
  test('is refused, or read whole where nothing but the end of the last line is gone', async () => {
    const made = exampleRun({ channels: format.channels, step: 4, wellCount: 6 });
    const files = await format.generate(made);
    const whole = await read(format, files);
    for (const [victim, file] of files.entries()) {
      const { length } = file.bytes;
      const step = Math.max(1, Math.floor(length / CUTS_A_FILE));
      const ends = [1, 2, 3, 4, 5, 8, 16, 22, 23, 64].map((missing) => length - missing);
      const lineEnds = [...file.bytes.entries()]
        .filter(([, byte]) => byte === 10)
        .map(([index]) => index + 1);
      const cuts = [
        ...Array.from({ length: CUTS_A_FILE }, (_, index) => index * step),
        ...ends,
        ...lineEnds.slice(-30, -1),
      ].filter((cut) => cut >= 0 && cut < length);
      for (const cut of cuts) {
        const short = files.map((one, index) =>
          index === victim ? { name: one.name, bytes: one.bytes.slice(0, cut) } : one,
        );
        const outcome = await read(format, short).catch((error: unknown) => error);
        if (outcome instanceof ReadError) continue;
        const note = `${file.name} cut at ${cut} of ${length}`;
        expect(outcome, note).not.toBeInstanceOf(Error);
        const run = outcome as typeof whole;
        if (OPEN_ENDED.has(format.name)) {
          expect(lineEnds, note).toContain(cut);
          expect(run.report.notes.join(' '), note).toContain('has no end mark');
          continue;
        }
        expect({ ...run, report: null }, note).toEqual({ ...whole, report: null });
      }
    }
  });
});

test('a single csv table of CFX software says that its end cannot be proved', async () => {
  const [csv] = WRITABLE_FORMATS.filter(({ name }) => name.startsWith('CFX csv (English)'));
  const [table] = await csv!.generate(exampleRun({ channels: ['FAM'], step: 4, wellCount: 6 }));
  const run = await read(csv!, [table!]);
  expect(run.report.notes.join(' ')).toContain('has no end mark');
});
