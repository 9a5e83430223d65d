import { Button, EmptyState, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useCan, useMe } from '../../../data/identity.ts';
import { kitQueries } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { todayIn } from '../../../shared/format/lot-days.ts';
import { useLateLoading } from '../../../shared/hooks/use-late-loading.ts';
import { usePageSize } from '../../../shared/hooks/use-page-size.ts';
import { useSearchKey } from '../../../shared/navigation/use-search-key.ts';
import { FilterButtons } from '../../../shared/ui/lists/filter-buttons.tsx';
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx';
import { Pages } from '../../../shared/ui/lists/pages.tsx';
import { SearchBox } from '../../../shared/ui/lists/search-box.tsx';
import { AddKitDialog } from './add-kit-dialog.tsx';
import { AddKitMenu } from './add-kit-menu.tsx';
import { CopyKitDialog } from './copy-kit-dialog.tsx';
import { KIT_FILTERS, type KitFilter, kitsInView } from './kit-list-rows.ts';
import { KitLegend } from './kit-list-cells.tsx';
import { KitTable } from './kit-table.tsx';
import styles from './kit-list.module.css';
import { lastOpenedKit } from './last-opened.ts';
import { useKitListAddress } from './use-kit-list-address.ts';

const words = text.kits.list;
const HEAD = 36;
const ROW = 50;
const TONES: Partial<Record<KitFilter, 'warning'>> = { 'not-validated': 'warning', 'no-controls': 'warning' };

/** All kits: what each may be used for, and until when. The editor is behind a row. */
export function KitList() {
  const canWrite = useCan()('WRITE_KIT_CONFIG_ADMIN');
  const today = todayIn(useMe().timeZone);
  const { shown, show, editorAddress, make, setMake } = useKitListAddress();
  const stopAdding = (): void => setMake(null);
  const { data, isError, isFetching, refetch } = useQuery(kitQueries.catalogue);
  const frame = useRef<HTMLDivElement>(null);
  const size = usePageSize(frame, HEAD, ROW) ?? 10;
  const { search, onKeyDown } = useSearchKey();
  const isLoading = useLateLoading(!data && !isError);
  const view = data && kitsInView(data, shown);
  const pages = Math.ceil((view?.rows.length ?? 0) / size);
  const page = Math.min(shown.page, Math.max(0, pages - 1));
  const rows = view?.rows.slice(page * size, (page + 1) * size) ?? null;

  useEffect(() => {
    const opened = rows === null ? null : lastOpenedKit.take();
    if (opened !== null)
      frame.current?.querySelector<HTMLElement>(`[data-kit="${opened}"] [data-row-link]`)?.focus();
  }, [rows]);

  return (
    <section
      className={styles['card']}
      aria-labelledby="kits-title"
      aria-busy={isFetching}
      onKeyDown={onKeyDown}
    >
      <h2 id="kits-title" className="visually-hidden">
        {words.title}
      </h2>
      <div className={styles['bar']}>
        <div className={styles['find']}>
          <SearchBox
            label={words.search}
            fill
            ref={search}
            value={shown.search}
            onSearch={(next) => show({ search: next })}
          />
        </div>
        <FilterButtons
          label={words.filters}
          chosen={shown.filter}
          filters={KIT_FILTERS.map((name) => ({
            name,
            label: words.filter[name],
            count: view === undefined ? '' : formatCount(view.counts[name]),
            tone: (view?.counts[name] ?? 0) > 0 ? TONES[name] : undefined,
          }))}
          onChoose={(filter) => show({ filter })}
        />
        <div className={styles['acts']}>
          <AddKitMenu
            onAdd={setMake}
            canCopy={data !== undefined && data.some(({ versions }) => versions.length > 0)}
          />
        </div>
      </div>
      <div ref={frame} className={styles['frame']} tabIndex={-1}>
        {isError ? (
          <ListFailed title={words.failed} onRetry={() => void refetch()} />
        ) : rows === null ? (
          isLoading && <WaitingRows count={size} />
        ) : rows.length === 0 ? (
          <EmptyState
            pt={60}
            description={shown.search === '' ? words.empty[shown.filter] : words.noMatch(shown.search)}
          >
            {(shown.search !== '' || shown.filter !== 'all') && (
              <Button variant="default" onClick={() => show({ search: '', filter: 'all' })}>
                {words.showAll}
              </Button>
            )}
          </EmptyState>
        ) : (
          <KitTable rows={rows} today={today} shown={shown} onShow={show} editorAddress={editorAddress} />
        )}
      </div>
      <div className={styles['foot']}>
        <KitLegend />
        <Pages
          label={words.pages}
          total={pages}
          page={page + 1}
          onPage={(next) => show({ page: next - 1 })}
        />
        <p role="status">{view === undefined ? '' : words.count(view.rows.length)}</p>
      </div>
      {make === 'copy' && canWrite && (
        <CopyKitDialog copied={data ?? []} onClose={stopAdding} editorAddress={editorAddress} />
      )}
      {make !== null && make !== 'copy' && canWrite && (
        <AddKitDialog make={make} onClose={stopAdding} editorAddress={editorAddress} />
      )}
    </section>
  );
}

/** Rows of the final height while the list loads. */
const WaitingRows = ({ count }: { readonly count: number }) =>
  Array.from({ length: count }, (_, row) => (
    <div key={row} className={styles['waiting']}>
      <Skeleton height={12} width="22%" />
      <Skeleton height={12} width="70%" />
    </div>
  ));
