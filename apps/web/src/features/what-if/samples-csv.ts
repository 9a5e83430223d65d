import type { SampleChange } from '@curvewell/contracts';
import { RUN_STATUS_LABEL } from '@curvewell/domain';

import type { WhatIfProgress } from '../../data/what-if.ts';
import { text } from '../../locale/text.ts';
import { csvText } from './changes-csv.ts';

const words = text.whatIf.samples;

type Runs = Pick<WhatIfProgress, 'runs'>['runs'];

/** The samples with a result over wells or channels, and those whose result changes. */
export function countedSamples(runs: Runs): { readonly all: number; readonly changed: number } {
  const counted = runs.flatMap(({ samples }) => samples ?? []);
  return {
    all: counted.reduce((sum, one) => sum + one.all, 0),
    changed: counted.reduce((sum, one) => sum + one.changed, 0),
  };
}

/** All listed samples whose result changes, each with its run, newest run first. */
export const listedSamples = (runs: Runs) =>
  runs
    .toSorted((a, b) => b.businessId - a.businessId)
    .flatMap(({ samples, ...run }) => (samples?.changes ?? []).map((change) => ({ run, change })));

/** “A1, A2, FAM” */
export const placesOf = ({ positions, channel }: SampleChange): string =>
  [...positions, ...(channel === null ? [] : [channel])].join(', ');

/** The listed samples as CSV, in the words of the list; a last line says if there are more. */
export function samplesCsv(runs: Runs): string {
  const listed = listedSamples(runs);
  const rows = listed.map(({ run, change }): readonly (string | number)[] => [
    run.businessId,
    run.runDate.slice(0, 10),
    RUN_STATUS_LABEL[run.status],
    change.name ?? words.unnamed,
    change.orderId ?? '',
    placesOf(change),
    change.version,
    change.then ?? words.none,
    change.now ?? words.none,
  ]);
  const { changed } = countedSamples(runs);
  const note = listed.length < changed ? [[words.listed(listed.length, changed)]] : [];
  return csvText([words.csv.heads, ...rows, ...note]);
}
