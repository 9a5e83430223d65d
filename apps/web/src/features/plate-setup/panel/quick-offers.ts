import { sampleTypeSchema, TRIAL_LABEL, type ChannelName, type Run, type Template } from '@curvewell/domain';

import type { KitAssay } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { buffersOf, diagnosticsOf, isTrialLot, kitVersionsOf, lotsOf } from '../assay-choices.ts';
import type { WellChange, WellDraft } from '../draft/plate-draft.ts';
import { seriesAfter, seriesFrom } from './name-series.ts';

/** The effect of an option of Quick fill. */
export type QuickPick =
  | { readonly kind: 'change'; readonly change: WellChange }
  /** Names for the selected wells in fill order; null keeps a name. */
  | { readonly kind: 'names'; readonly names: readonly (string | null)[] }
  | { readonly kind: 'template'; readonly template: Template };

export interface QuickOffer {
  readonly value: string;
  readonly label: string;
  readonly group: string;
  readonly pick: QuickPick;
}

interface Assay {
  readonly run: Run;
  readonly assays: readonly KitAssay[];
  /** The first selected well, whose kit determines lots and buffers. */
  readonly well: WellDraft;
}

/** All possible settings: types, kits, lots, buffers, expected results, templates. */
export function quickOffers({
  run,
  assays,
  well,
  templates,
}: Assay & { readonly templates: readonly Template[] }): readonly QuickOffer[] {
  const texts = text.wells.fields;
  const offer = (change: WellChange, label: string, group: string): QuickOffer => ({
    value: `${group} ${change.field === 'sampleType' ? label : `${label} ${JSON.stringify(change.value)}`}`,
    label,
    group,
    pick: { kind: 'change', change },
  });
  return [
    ...sampleTypeSchema.options.map((type) =>
      offer({ field: 'sampleType', value: type }, text.sampleTypes[type], texts.sampleType),
    ),
    ...kitVersionsOf(run).map((version) =>
      offer(
        { field: 'kitVersion', value: version },
        `${version.kit.name} (${version.version})`,
        texts.kitVersion,
      ),
    ),
    ...ofKit({ run, assays, well }).map(({ change, label, group }) => offer(change, label, group)),
    ...templates.map((template) => ({
      value: `template ${template.id}`,
      label: template.name,
      group: text.wells.templates,
      pick: { kind: 'template', template } as const,
    })),
  ];
}

/** Settings that depend on the kit of a well. */
function ofKit({ run, assays, well }: Assay) {
  const texts = text.wells.fields;
  const kitVersionId = well.kitVersion?.id;
  if (kitVersionId === undefined) return [];
  const channels: ChannelName[] = run.analyses.map(({ channel }) => channel);
  return [
    ...lotsOf(run, kitVersionId).map((lot) => ({
      change: { field: 'lot', value: lot } as const,
      label: isTrialLot(run, lot) ? `${lot.name} · ${TRIAL_LABEL}` : lot.name,
      group: texts.lot,
    })),
    ...buffersOf(run, { kitVersionId, assays }).map(({ id, name }) => ({
      change: { field: 'reactionBuffer', value: { id, name } } as const,
      label: name,
      group: texts.reactionBuffer,
    })),
    ...(well.sampleType === 'STANDARD' ? channels : []).flatMap((channel) =>
      diagnosticsOf(assays, { well, channel }).map((color) => ({
        change: { field: 'expected', channel, value: color } as const,
        label: `${color.diagnosticLabel} · ${channel}`,
        group: texts.expected,
      })),
    ),
  ];
}

/** Suggested names for the selected wells: the typed name counted up, or a continuation of their series. */
export function seriesOffers(search: string, names: readonly (string | null)[]): readonly QuickOffer[] {
  if (names.length < 2) return [];
  // The dots in “S-1 …” only mark a series.
  const typed = search.replace(/\s*(?:…|\.{2,})\s*$/, '').trim();
  const counted = typed === '' ? null : seriesFrom(typed, names.length);
  if (counted !== null) return [namesOffer(counted, text.wells.series)];
  const next = typed === '' ? seriesAfter(names) : null;
  if (next === null) return [];
  const kept = names.slice(0, names.length - next.length).map(() => null);
  return [namesOffer([...kept, ...next], text.wells.seriesOn)];
}

function namesOffer(
  names: readonly (string | null)[],
  label: (first: string, last: string) => string,
): QuickOffer {
  const given = names.filter((name) => name !== null);
  return {
    value: 'series',
    label: label(given[0] ?? '', given.at(-1) ?? ''),
    group: text.wells.fields.names,
    pick: { kind: 'names', names },
  };
}
