import { useSessionStorage } from '@mantine/hooks';
import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

import { archiveQueries } from '../data/archive.ts';
import { ArchiveFilterForm } from '../features/archive/archive-filter-form.tsx';
import {
  type ArchiveFilters,
  criteriaOf,
  readStoredFilters,
  NO_FILTERS,
} from '../features/archive/archive-filters.ts';
import { NothingArchived } from '../features/archive/nothing-archived.tsx';
import {
  useConfirmedPermanentDeletion,
  useConfirmedRestoration,
} from '../features/archive/use-archive-actions.ts';
import { addressOf, type ListPlace, viewOf } from '../features/runs/filters/run-list-address.ts';
import { RunPage } from '../features/runs/table/run-page.tsx';
import { text } from '../locale/text.ts';
import { Screen } from '../shared/ui/screen/screen.tsx';

/** `/archive?page=2&sort=created` – search archived runs and restore them. */
export function ArchiveScreen() {
  const [address, setAddress] = useSearchParams();
  const first = useRef<HTMLInputElement>(null);
  const [filters, keepFilters] = useSessionStorage<ArchiveFilters>({
    key: 'curvewell.archive-filters',
    defaultValue: NO_FILTERS,
    getInitialValueInEffect: false,
    deserialize: readStoredFilters,
  });
  const restore = useConfirmedRestoration();
  const deletePermanently = useConfirmedPermanentDeletion();
  const criteria = criteriaOf(filters);
  const view = viewOf(address);
  const show = useCallback(
    (place: ListPlace) => {
      setAddress(addressOf({ ...place, search: '', status: null }), { replace: true });
    },
    [setAddress],
  );
  const search = (next: ArchiveFilters) => {
    keepFilters(next);
    show({ ...view, page: 1 });
  };

  return (
    <Screen title={text.archive.title}>
      <ArchiveFilterForm filters={filters} onSearch={search} firstRef={first} />
      <RunPage
        label={text.archive.title}
        isArchive
        place={view}
        onPlace={show}
        query={(paging) => archiveQueries.list(paging, criteria)}
        empty={
          <NothingArchived
            isFiltered={criteria.length > 0}
            onClear={() => {
              search(NO_FILTERS);
            }}
          />
        }
        ways={{ search: () => first.current?.focus() }}
        onDelete={deletePermanently}
        onRestore={restore}
      />
    </Screen>
  );
}
