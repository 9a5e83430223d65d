import {
  hasSampleResult,
  sampleFaultText,
  sampleResultLabel,
  tmsText,
  upperFirst,
  wellResultsText,
  type SampleResult,
} from '@curvewell/domain';

import { contentBox, heading } from './pdf-layout.ts';
import { writeRows } from './pdf-rows.ts';
import type { Part } from './pdf-tags.ts';

/** Column headers and their share of the width. */
const COLUMNS: readonly (readonly [head: string, part: number, text: (sample: SampleResult) => string])[] = [
  ['Sample', 22, ({ name, orderId }) => [name, orderId && `order ${orderId}`].filter(Boolean).join(', ')],
  ['Channel', 11, ({ channel }) => channel],
  ['Result', 34, resultText],
  ['Wells', 30, wellResultsText],
  ['Mean Tm ± SD', 30, tmsText],
  ['Replicates', 11, ({ isApart }) => (isApart ? 'apart' : 'agree')],
];

/** Controls and standards have a mean and no common result. */
function resultText(sample: SampleResult): string {
  if (!hasSampleResult(sample)) return '';
  const fault = sampleFaultText(sample);
  return fault === '' ? sampleResultLabel(sample) : `${sampleResultLabel(sample)}. ${upperFirst(fault)}.`;
}

/** A row for each sample with several wells and each channel. */
export function writeSamples(part: Part, samples: readonly SampleResult[]): void {
  const { pdf } = part;
  if (samples.length === 0) return;
  pdf.addPage();
  const top = heading(part, 'Results by sample', { y: contentBox(pdf).top });
  writeRows(part, {
    columns: COLUMNS.map(([head, width]) => ({ head, width })),
    rows: samples.map((sample) => COLUMNS.map(([, , text]) => text(sample))),
    y: top,
  });
}
