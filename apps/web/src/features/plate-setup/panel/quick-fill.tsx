import type { Run, Template } from '@curvewell/contracts';
import { Kbd, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';

import { wellsTexts } from '../../../locale/en-GB/wells.ts';
import type { KitAssay } from '../../../data/kits.ts';
import type { WellDraft } from '../draft/plate-draft.ts';
import { templatesOf } from '../run-kits.ts';
import { quickOffers, seriesOffers, type QuickPick } from './quick-offers.ts';

interface QuickFillProps {
  readonly run: Run;
  readonly assays: readonly KitAssay[];
  /** The first selected well: lots and buffers are those of its kit. */
  readonly well: WellDraft;
  /** Of the selected wells, in fill order. */
  readonly names: readonly (string | null)[];
  readonly onPick: (pick: QuickPick) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly isLocked: boolean;
}

const NONE: readonly Template[] = [];

/** One searchable list of everything that can be set; Enter sets it on the selection. */
export function QuickFill({ inputRef, ...props }: QuickFillProps) {
  const { run, assays, well, search, onSearch } = props;
  const { data: templates = NONE } = useQuery(templatesOf(run));
  const fitting = quickOffers({ run, assays, well, templates }).filter(({ label }) =>
    label.toLowerCase().includes(search.trim().toLowerCase()),
  );
  // What is known by this word comes first; a name that counts is offered all the same.
  const all = [...fitting, ...seriesOffers(search, props.names)];
  const groups = [...new Set(all.map(({ group }) => group))];
  return (
    <Select
      ref={inputRef}
      aria-label={wellsTexts.quickFillLabel}
      placeholder={wellsTexts.quickFill}
      nothingFoundMessage={wellsTexts.nothingFits}
      searchable
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      disabled={props.isLocked}
      rightSection={<Kbd size="xs">Ctrl K</Kbd>}
      rightSectionWidth={60}
      rightSectionPointerEvents="none"
      data={groups.map((group) => ({
        group,
        items: all.filter((offer) => offer.group === group).map(({ value, label }) => ({ value, label })),
      }))}
      // Searched above: what fits depends on the selection, too.
      filter={({ options }) => options}
      value={null}
      searchValue={search}
      onSearchChange={onSearch}
      onChange={(value) => {
        const picked = all.find((offer) => offer.value === value);
        if (picked) props.onPick(picked.pick);
      }}
    />
  );
}
