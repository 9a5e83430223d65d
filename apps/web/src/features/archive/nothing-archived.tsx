import { Button, EmptyState } from '@mantine/core';
import { IconArchiveOff, IconSearchOff } from '@tabler/icons-react';

import { archiveQueries } from '../../data/archive.ts';
import { text } from '../../locale/text.ts';
import { type ArchiveFilters, criteriaOf } from './archive-filters.ts';
import type { ListPlace } from '../runs/run-list-address.ts';
import { RunPage } from '../runs/run-page.tsx';
import { useAskedFinalDeletion, useAskedRestoration } from '../runs/use-run-actions.ts';

interface ArchiveListProps {
  readonly filters: ArchiveFilters;
  readonly place: ListPlace;
  readonly onPlace: (place: ListPlace) => void;
  readonly onClear: () => void;
  readonly onFocusSearch: () => void;
}

/** The archived runs of the laboratory that the filters let through. */
export function ArchiveList({ filters, place, onPlace, onClear, onFocusSearch }: ArchiveListProps) {
  const restore = useAskedRestoration();
  const deletePermanently = useAskedFinalDeletion();
  const criteria = criteriaOf(filters);
  return (
    <RunPage
      label={text.archive.title}
      isArchive
      place={place}
      onPlace={onPlace}
      query={(paging) => archiveQueries.list(paging, criteria)}
      empty={<NothingArchived isFiltered={criteria.length > 0} onClear={onClear} />}
      onFocusSearch={onFocusSearch}
      onDelete={deletePermanently}
      onRestore={restore}
    />
  );
}

interface NothingArchivedProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function NothingArchived({ isFiltered, onClear }: NothingArchivedProps) {
  const icon = { size: 28, stroke: 1.6, 'aria-hidden': true } as const;
  return isFiltered ? (
    <EmptyState pt={80} icon={<IconSearchOff {...icon} />} description={text.archive.noMatch}>
      <Button variant="default" onClick={onClear}>
        {text.archive.clear}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState pt={80} icon={<IconArchiveOff {...icon} />} description={text.archive.empty} />
  );
}
