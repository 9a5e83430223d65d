import type { Position, Template } from '@curvewell/domain';
import { Kbd, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { text } from '../../../locale/text.ts';
import { hasOpenList } from '../../../shared/ui/fields/open-list.ts';
import { EMPTY_WELL } from '../draft/plate-draft.ts';
import { usePlateSetup } from '../plate-setup-context.ts';
import { templatesOf } from '../run-kits.ts';
import { usePlateCommands } from '../use-plate-commands.ts';
import { quickOffers, seriesOffers, type QuickPick } from './quick-offers.ts';

interface QuickFillProps {
  /** Selected wells in fill order. */
  readonly positions: readonly Position[];
}

const NONE: readonly Template[] = [];

/** Mantine highlights the first option only if it was rendered before the key that opened the list. */
function listIsOpenWithoutChoice(field: HTMLElement): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return hasOpenList(field) && list?.querySelector('[data-combobox-selected]') === null;
}

/** A searchable list of all settings. Enter applies one to the selected wells. */
export function QuickFill({ positions }: QuickFillProps) {
  const { run, assays, editor, isLocked, quickRef, backToPlate, ...setup } = usePlateSetup();
  const { quickSearch: search, setQuickSearch } = setup;
  const { fill } = usePlateCommands(() => positions);
  const wells = positions.map((position) => editor.plate.get(position) ?? EMPTY_WELL);
  // Lots and buffers are those of the first well's kit.
  const [well = EMPTY_WELL] = wells;
  const pick = (picked: QuickPick): void => {
    setQuickSearch('');
    void fill(picked).then((isDone) => {
      if (isDone) backToPlate();
    });
  };
  const { data: templates = NONE } = useQuery(templatesOf(run));
  const fitting = quickOffers({ run, assays, well, templates }).filter(({ label }) =>
    label.toLowerCase().includes(search.trim().toLowerCase()),
  );
  // Known settings come first, but a name with a number is always offered too.
  const all = [
    ...fitting,
    ...seriesOffers(
      search,
      wells.map(({ name }) => name),
    ),
  ];
  const groups = [...new Set(all.map(({ group }) => group))];
  return (
    <Select
      ref={quickRef}
      aria-label={text.wells.quickFillLabel}
      placeholder={text.wells.quickFill}
      nothingFoundMessage={text.wells.nothingFits}
      searchable
      onKeyDown={(event) => {
        const [first] = all;
        if (event.key !== 'Enter' || first === undefined || !listIsOpenWithoutChoice(event.currentTarget))
          return;
        event.preventDefault();
        pick(first.pick);
      }}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      disabled={isLocked}
      rightSection={<Kbd size="xs">Ctrl K</Kbd>}
      rightSectionWidth={60}
      rightSectionPointerEvents="none"
      data={groups.map((group) => ({
        group,
        items: all.filter((offer) => offer.group === group).map(({ value, label }) => ({ value, label })),
      }))}
      // Filtered above, because the options also depend on the selection.
      filter={({ options }) => options}
      value={null}
      searchValue={search}
      onSearchChange={setQuickSearch}
      onChange={(value) => {
        const picked = all.find((offer) => offer.value === value);
        if (picked) pick(picked.pick);
      }}
    />
  );
}
