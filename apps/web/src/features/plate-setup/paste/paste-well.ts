import { MAX_ORDER_ID, MAX_WELL_NAME, sampleTypeSchema, type ChannelName, type Run } from '@curvewell/domain';

import type { KitAssay } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { buffersOf, diagnosticsOf, kitVersionsOf, lotsOf } from '../assay-choices.ts';
import { changeWell, type WellDraft } from '../draft/plate-draft.ts';
import type { WellColumn } from './wells-text.ts';

/** A pasted value that the run does not have. */
export interface UnknownWord {
  readonly what: string;
  readonly value: string;
}

interface Assay {
  readonly run: Run;
  readonly assays: readonly KitAssay[];
}

/** The cells of a row by column; columns missing in the block are unchanged. */
export type PastedCells = readonly { readonly column: WellColumn; readonly text: string }[];

const isSame = (first: string, second: string): boolean => first.toLowerCase() === second.toLowerCase();

/** Applies a pasted row to a well. An empty cell clears its value. Stops at the first unknown value. */
export function pasteWell(
  well: WellDraft,
  { cells, ...assay }: Assay & { readonly cells: PastedCells },
): WellDraft | UnknownWord {
  const textOf = (column: WellColumn): string | undefined =>
    cells.find((cell) => cell.column === column)?.text.trim();
  // In this order, because each value limits the next.
  const steps: readonly ((previous: WellDraft) => WellDraft | UnknownWord)[] = [
    (previous) => withKit(previous, { kit: textOf('kit'), version: textOf('version'), run: assay.run }),
    (previous) => withBuffer(previous, textOf('reactionBuffer'), assay),
    (previous) => withLot(previous, textOf('lot'), assay),
    (previous) => withSampleType(previous, textOf('sampleType')),
    ...cells.map(
      ({ column, text }) =>
        (previous: WellDraft) =>
          typeof column === 'object'
            ? withExpected(previous, { ...assay, channel: column.expectedIn, text: text.trim() })
            : previous,
    ),
    (previous) => withText(previous, { field: 'name', text: textOf('name') }),
    (previous) => withText(previous, { field: 'orderId', text: textOf('orderId') }),
  ];
  let after: WellDraft | UnknownWord = well;
  for (const step of steps) {
    after = step(after);
    if (isUnknown(after)) return after;
  }
  return after;
}

export const isUnknown = (result: WellDraft | UnknownWord): result is UnknownWord => 'what' in result;

const words = text.wells.changes;

function withKit(
  well: WellDraft,
  { kit, version, run }: { kit: string | undefined; version: string | undefined; run: Run },
): WellDraft | UnknownWord {
  if (kit === undefined && version === undefined) return well;
  if ((kit ?? '') === '' && (version ?? '') === '')
    return changeWell(well, { field: 'kitVersion', value: null });
  const name = kit ?? well.kitVersion?.kit.name ?? '';
  const ofKit = kitVersionsOf(run).filter(
    (candidate) =>
      isSame(candidate.kit.name, name) || isSame(`${candidate.kit.name} (${candidate.version})`, name),
  );
  if (ofKit.length === 0) return { what: words.kitVersion, value: name };
  const value = ofKit.find((candidate) => (version ?? '') === '' || isSame(candidate.version, version ?? ''));
  return value
    ? changeWell(well, { field: 'kitVersion', value })
    : { what: words.version, value: version ?? '' };
}

function withBuffer(well: WellDraft, text: string | undefined, assay: Assay): WellDraft | UnknownWord {
  if (text === undefined) return well;
  if (text === '') return changeWell(well, { field: 'reactionBuffer', value: null });
  const offered = well.kitVersion ? buffersOf(assay.run, { ...assay, kitVersionId: well.kitVersion.id }) : [];
  const found = offered.find(({ name }) => isSame(name, text));
  return found
    ? changeWell(well, { field: 'reactionBuffer', value: { id: found.id, name: found.name } })
    : { what: words.reactionBuffer, value: text };
}

function withLot(well: WellDraft, text: string | undefined, { run }: Assay): WellDraft | UnknownWord {
  if (text === undefined) return well;
  if (text === '') return changeWell(well, { field: 'lot', value: null });
  const offered = well.kitVersion ? lotsOf(run, well.kitVersion.id) : [];
  const value = offered.find(({ name }) => isSame(name, text));
  return value ? changeWell(well, { field: 'lot', value }) : { what: words.lot, value: text };
}

function withSampleType(well: WellDraft, word: string | undefined): WellDraft | UnknownWord {
  if (word === undefined) return well;
  if (word === '') return changeWell(well, { field: 'sampleType', value: null });
  const value = sampleTypeSchema.options.find(
    (type) => isSame(type, word) || isSame(text.sampleTypes[type], word),
  );
  return value ? changeWell(well, { field: 'sampleType', value }) : { what: words.sampleType, value: word };
}

function withExpected(
  well: WellDraft,
  { channel, text, assays }: Assay & { readonly channel: ChannelName; readonly text: string },
): WellDraft | UnknownWord {
  if (text === '') return changeWell(well, { field: 'expected', channel, value: null });
  const offered = well.sampleType === 'STANDARD' ? diagnosticsOf(assays, { well, channel }) : [];
  // Words first: after a change of words, they may be the name of another diagnostic.
  const value =
    offered.find(({ diagnosticLabel }) => isSame(diagnosticLabel, text)) ??
    offered.find(({ diagnostic }) => isSame(diagnostic.name, text));
  return value
    ? changeWell(well, { field: 'expected', channel, value })
    : { what: words.expected, value: text };
}

const LONGEST = { name: MAX_WELL_NAME, orderId: MAX_ORDER_ID } as const;

function withText(
  well: WellDraft,
  { field, text }: { readonly field: 'name' | 'orderId'; readonly text: string | undefined },
): WellDraft | UnknownWord {
  if (text === undefined) return well;
  return text.length > LONGEST[field]
    ? { what: words[field], value: text }
    : changeWell(well, { field, value: text });
}
