import { useSessionStorage } from '@mantine/hooks';
import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

import { archiveQueries } from '../data/archive.ts';
import { ArchiveFilterForm } from '../features/archive/archive-filter-form.tsx';
import {
  addFilters,
  type ArchiveFilters,
  criteriaOf,
  filtersIn,
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
import { SavedViews } from '../features/saved-views/saved-views.tsx';
import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { Screen } from '../shared/ui/screen/screen.tsx';

const addressFor = (place: ListPlace, filters: ArchiveFilters): URLSearchParams =>
  addFilters(addressOf({ ...place, search: '', status: null }), filters);

/** `/archive?page=2&sort=created&fileName=LCT` – search archived runs and restore them. */
export function ArchiveScreen() {
  const [address, setAddress] = useSearchParams();
  const first = useRef<HTMLInputElement>(null);
  const [stored, storeFilters] = useSessionStorage<ArchiveFilters>({
    key: 'curvewell.archive-filters',
    defaultValue: NO_FILTERS,
    getInitialValueInEffect: false,
    deserialize: readStoredFilters,
  });
  const restore = useConfirmedRestoration();
  const deletePermanently = useConfirmedPermanentDeletion();
  // An address without a query has the filters of the session.
  const filters = useMemo(() => (address.size === 0 ? stored : filtersIn(address)), [address, stored]);
  const criteria = criteriaOf(filters);
  const view = viewOf(address);
  const show = useCallback(
    (place: ListPlace) => setAddress(addressFor(place, filters), { replace: true }),
    [setAddress, filters],
  );
  const search = (next: ArchiveFilters) => {
    storeFilters(next);
    setAddress(addressFor({ ...view, page: 1 }, next), { replace: true });
  };

  return (
    <Screen
      title={text.archive.title}
      beside={
        <SavedViews
          page="archive"
          path={paths.archive()}
          current={addressFor({ ...view, page: 1 }, filters).toString()}
          onOpen={(saved) => {
            const opened = new URLSearchParams(saved);
            storeFilters(filtersIn(opened));
            setAddress(opened, { replace: true });
          }}
        />
      }
    >
      <ArchiveFilterForm filters={filters} onSearch={search} firstRef={first} />
      <RunPage
        label={text.archive.title}
        isArchive
        place={view}
        onPlace={show}
        query={(paging) => archiveQueries.list(paging, criteria)}
        empty={<NothingArchived isFiltered={criteria.length > 0} onClear={() => search(NO_FILTERS)} />}
        ways={{ search: () => first.current?.focus() }}
        onDelete={deletePermanently}
        onRestore={restore}
      />
    </Screen>
  );
}
