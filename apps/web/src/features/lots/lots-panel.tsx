import { LOT_PAGE_SIZE } from '@curvewell/contracts';
import type { ListedLot } from '@curvewell/domain';
import { Button, EmptyState, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useCan, useMe } from '../../data/identity.ts';
import { kitQueries } from '../../data/kits.ts';
import { lotQueries } from '../../data/lots.ts';
import { text } from '../../locale/text.ts';
import { todayIn } from '../../shared/format/lot-days.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { SearchBox } from '../../shared/ui/lists/search-box.tsx';
import { TOAST_MS, toastError } from '../../shared/ui/messages/toast.tsx';
import { useSearchKey } from '../../shared/navigation/use-search-key.ts';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.ts';
import { LotFooter } from './lot-footer.tsx';
import { LotForm, LotRead } from './lot-form.tsx';
import { LotList, NothingFound } from './lot-list.tsx';
import styles from './lots.module.css';
import { NewLotForm } from './new-lot-form.tsx';
import { useLotsAddress } from './use-lots-address.ts';

const words = text.lots;
const FORM = 'lot-details';

/** The lots of a kit version: whether plates may use them, and until when. */
export function LotsPanel() {
  const canWrite = useCan()('WRITE_LOT_CONFIG_ADMIN');
  const { kitId, versionId, shown, show, chooseKit, chooseVersion } = useLotsAddress();
  const [picked, setPicked] = useState<ListedLot | 'new' | null>(null);
  const [isChanged, setChanged] = useState(false);
  const { search, onKeyDown } = useSearchKey();
  const today = todayIn(useMe().timeZone);
  useUnsavedGuard({ isChanged, isKept: false });

  const kits = useQuery(kitQueries.configurable);
  const versions = useQuery({ ...kitQueries.versions(kitId ?? ''), enabled: kitId !== null });
  const version = versions.data?.find(({ id }) => id === versionId);
  const list = useQuery({
    ...lotQueries.list({ versionId: versionId ?? '', ...shown }),
    enabled: versionId !== null,
  });
  const { error, errorUpdatedAt } = list;
  useEffect(() => {
    if (error) toastError(words.failed, error, { ms: TOAST_MS.listError });
  }, [error, errorUpdatedAt]);

  const listed = list.data?.content.find(({ id }) => picked !== 'new' && id === picked?.id);
  const lot = picked === 'new' ? null : (listed ?? picked);
  const held = !isChanged ? null : lot === null ? words.saveNewFirst : words.saveFirst(lot.name);
  const openForm = () => {
    document.getElementById(FORM)?.scrollIntoView({ block: 'nearest' });
    document.getElementById(FORM)?.querySelector<HTMLElement>('input, button')?.focus();
  };
  const add = () => {
    if (kitId === null) toastError(words.notSaved, new Error(words.noKit));
    else if (version === undefined) toastError(words.notSaved, new Error(words.noVersion));
    else setPicked('new');
  };

  return (
    <div className={styles['two']} onKeyDown={onKeyDown}>
      <section className={styles['card']} aria-labelledby="lots-title" aria-busy={list.isFetching}>
        <h2 id="lots-title" className="visually-hidden">
          {words.title}
        </h2>
        <div className={styles['bar']}>
          <Select
            className={styles['kit'] ?? ''}
            label={words.kit}
            placeholder={words.kit}
            disabled={held !== null}
            data={(kits.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={kitId}
            onChange={(next) => {
              setPicked(null);
              chooseKit(next);
            }}
          />
          <Select
            className={styles['version'] ?? ''}
            label={words.kitVersion}
            placeholder={words.kitVersion}
            disabled={held !== null || kitId === null}
            data={(versions.data ?? []).map(({ id, version: name }) => ({ value: id, label: name }))}
            value={version?.id ?? null}
            onChange={(next) => {
              setPicked(null);
              chooseVersion(next);
            }}
          />
          <div className={styles['find']}>
            <fieldset className={styles['list']} disabled={held !== null || versionId === null}>
              <SearchBox
                label={words.search}
                fill
                ref={search}
                value={shown.search}
                onSearch={(next) => {
                  show({ ...shown, search: next, page: 0 });
                }}
              />
            </fieldset>
            {canWrite && (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} stroke={1.6} />}
                disabled={held !== null}
                onClick={add}
              >
                {words.add}
              </Button>
            )}
          </div>
        </div>
        {kits.isError || versions.isError ? (
          <ListFailed
            title={words.kitsFailed}
            onRetry={() => void (kits.isError ? kits.refetch() : versions.refetch())}
          />
        ) : list.isError ? (
          <ListFailed title={words.failed} onRetry={() => void list.refetch()} />
        ) : versionId === null ? (
          <EmptyState description={words.chooseVersion} />
        ) : (
          <LotList
            lots={list.data ?? null}
            waitingRows={LOT_PAGE_SIZE}
            empty={
              shown.search === '' ? (
                words.noLot(version?.version ?? '')
              ) : (
                <NothingFound
                  search={shown.search}
                  onClear={() => {
                    show({ ...shown, search: '', page: 0 });
                  }}
                />
              )
            }
            today={today}
            picked={lot?.id ?? null}
            onPick={setPicked}
            onOpen={openForm}
            held={held}
            page={shown.page}
            onPage={(page) => {
              show({ ...shown, page });
            }}
            sort={shown.sort}
            onSort={(sort) => {
              show({ ...shown, sort, page: 0 });
            }}
          />
        )}
      </section>
      <section
        id={FORM}
        className={styles['card']}
        aria-label={lot === null ? words.newLot : words.lot(lot.name)}
      >
        {picked === 'new' && version !== undefined ? (
          <NewLotForm
            version={version}
            today={today}
            onChanged={setChanged}
            onClose={() => {
              setPicked(null);
            }}
          />
        ) : lot === null ? (
          <EmptyState description={words.choose} />
        ) : canWrite ? (
          <LotForm
            key={lot.id}
            lot={lot}
            version={version}
            today={today}
            onChanged={setChanged}
            onDeleted={() => {
              setPicked(null);
              search.current?.focus();
            }}
          />
        ) : (
          <LotRead lot={lot} version={version} />
        )}
      </section>
      {canWrite && picked === null && (
        <LotFooter isChanged={false} wrong={null} isBusy={false} onCancel={() => undefined} />
      )}
    </div>
  );
}
