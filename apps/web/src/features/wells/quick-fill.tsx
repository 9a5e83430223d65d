import { sampleTypeSchema, type ChannelName, type Run } from '@curvewell/contracts';
import { Kbd, Select } from '@mantine/core';
import type { RefObject } from 'react';

import { sampleTypeTexts } from '../../locale/en-GB/plate.ts';
import { wellsTexts } from '../../locale/en-GB/wells.ts';
import { buffersOf, diagnosticsOf, kitVersionsOf, lotsOf, type KitAssay } from './assay-choices.ts';
import { EMPTY_WELL, type WellChange, type WellDraft } from './plate-draft.ts';

interface QuickFillProps {
  readonly run: Run;
  readonly assays: readonly KitAssay[];
  /** The first selected well: lots and buffers are those of its kit. */
  readonly well: WellDraft | undefined;
  readonly onPick: (change: WellChange) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly isLocked: boolean;
}

interface Offer {
  readonly value: string;
  readonly label: string;
  readonly group: string;
  readonly change: WellChange;
}

function offers({
  run,
  assays,
  well = EMPTY_WELL,
}: Pick<QuickFillProps, 'run' | 'assays' | 'well'>): readonly Offer[] {
  const texts = wellsTexts.fields;
  const offer = (change: WellChange, label: string, group: string): Offer => ({
    value: `${group} ${change.field === 'sampleType' ? label : `${label} ${JSON.stringify(change.value)}`}`,
    label,
    group,
    change,
  });
  const kitVersionId = well.kitVersion?.id;
  const channels: ChannelName[] = run.analyses.map(({ channel }) => channel);
  return [
    ...sampleTypeSchema.options.map((type) =>
      offer({ field: 'sampleType', value: type }, sampleTypeTexts[type], texts.sampleType),
    ),
    ...kitVersionsOf(run).map((version) =>
      offer(
        { field: 'kitVersion', value: version },
        `${version.kit.name} (${version.version})`,
        texts.kitVersion,
      ),
    ),
    ...(kitVersionId === undefined
      ? []
      : [
          ...lotsOf(run, kitVersionId).map((lot) => offer({ field: 'lot', value: lot }, lot.name, texts.lot)),
          ...buffersOf(run, { kitVersionId, assays }).map(({ id, name }) =>
            offer({ field: 'reactionBuffer', value: { id, name } }, name, texts.reactionBuffer),
          ),
        ]),
    ...(well.sampleType === 'STANDARD'
      ? channels.flatMap((channel) =>
          diagnosticsOf(assays, { well, channel }).map((color) =>
            offer(
              { field: 'expected', channel, value: color },
              `${color.diagnosticLabel} · ${channel}`,
              texts.expected,
            ),
          ),
        )
      : []),
  ];
}

/** One searchable list of everything that can be set; Enter sets it on the selection. */
export function QuickFill({
  run,
  assays,
  well,
  onPick,
  inputRef,
  search,
  onSearch,
  isLocked,
}: QuickFillProps) {
  const all = offers({ run, assays, well });
  const groups = [...new Set(all.map(({ group }) => group))];
  return (
    <Select
      ref={inputRef}
      aria-label={wellsTexts.quickFillLabel}
      placeholder={wellsTexts.quickFill}
      nothingFoundMessage={wellsTexts.nothingFits}
      searchable
      selectFirstOptionOnChange
      disabled={isLocked}
      rightSection={<Kbd size="xs">Ctrl K</Kbd>}
      rightSectionWidth={60}
      rightSectionPointerEvents="none"
      data={groups.map((group) => ({
        group,
        items: all.filter((offer) => offer.group === group).map(({ value, label }) => ({ value, label })),
      }))}
      value={null}
      searchValue={search}
      onSearchChange={onSearch}
      onChange={(value) => {
        const picked = all.find((offer) => offer.value === value);
        if (picked) onPick(picked.change);
      }}
    />
  );
}
