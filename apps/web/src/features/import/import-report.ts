import { inChannelOrder, type ImportReport } from '@curvewell/domain';

import { text } from '../../locale/text.ts';

const words = text.importReport;

/** `Bio-Rad CFX, xlsx` */
export function formatName({
  format,
  container,
}: Pick<ImportReport['files'][number], 'format' | 'container'>): string {
  return `${text.runFileFormats[format]}, ${container}`;
}

const WORKBOOKS: ReadonlySet<string> = new Set(['xlsx', 'xls', 'spreadsheetml']);

/** `Sheet “0”`, because some workbooks only number their sheets. */
export const partName = (
  name: string,
  { container }: Pick<ImportReport['files'][number], 'container'>,
): string => (WORKBOOKS.has(container) ? words.sheet(name) : name);

/** `136`, or `117 to 136` if curves differ. */
export const rangeOf = ([least, most]: readonly [number, number]): string =>
  least === most ? String(least) : words.range(String(least), String(most));

/** `45.0 to 72.0 °C` */
export const temperaturesOf = ([from, to]: readonly [number, number]): string =>
  `${words.range(from.toFixed(1), to.toFixed(1))} °C`;

/** `Amplification: 40 cycles, FAM, TEXAS_RED`; null: the files hold none. */
export function amplificationText(amplification: ImportReport['amplification'] = []): string | null {
  if (amplification.length === 0) return null;
  const cycles = Math.max(...amplification.map(({ cycleCount }) => cycleCount));
  const channels = inChannelOrder(amplification.map(({ channel }) => channel));
  return words.amplification(cycles, channels);
}

/** `1 file · FAM: ANNEAL, MELT · 96 wells · 2 parts skipped` */
export function foundIn({ files, curves, amplification, ignored }: ImportReport): string {
  const amplified = amplificationText(amplification);
  const channels = [...Map.groupBy(curves, ({ channel }) => channel)].map(([channel, ofChannel]) =>
    words.phases(channel, ofChannel.map(({ phase }) => phase).toSorted()),
  );
  const wells = Math.max(0, ...curves.map(({ wellCount }) => wellCount));
  return [
    words.files(files.length),
    ...channels,
    words.wells(wells),
    ...(amplified === null ? [] : [amplified]),
    ...(ignored.length === 0 ? [] : [words.leftOut(ignored.length)]),
  ].join(' · ');
}
