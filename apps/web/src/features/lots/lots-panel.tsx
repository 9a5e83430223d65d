import { LOT_CATALOGUE_PAGE_SIZE, LOT_PAGE_SIZE } from '@curvewell/contracts';
import { type ListedLot, lotFilterSchema } from '@curvewell/domain';
import { Button, CloseButton, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

import { useCan, useMe } from '../../data/identity.ts';
import { kitQueries } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { formatCount } from '../../shared/format/format.ts';
import { kitOptions } from '../../shared/format/kit-options.ts';
import { todayIn } from '../../shared/format/lot-days.ts';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.ts';
import { usePageSize } from '../../shared/hooks/use-page-size.ts';
import { scrollToPart } from '../../shared/navigation/scroll-to-part.ts';
import { useSearchKey } from '../../shared/navigation/use-search-key.ts';
import { FilterButtons } from '../../shared/ui/lists/filter-buttons.tsx';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { SearchBox } from '../../shared/ui/lists/search-box.tsx';
import { TOAST_MS, toastError } from '../../shared/ui/messages/toast.tsx';
import { LotForm, LotRead } from './lot-form.tsx';
import { LotList, NothingFound } from './lot-list.tsx';
import styles from './lots.module.css';
import { NewLotForm } from './new-lot-form.tsx';
import { useLotPage } from './use-lot-page.ts';
import { useLotsAddress } from './use-lots-address.ts';

const words = text.lots;
const FORM = 'lot-details';
/** px */
const HEAD = 36;
const ROW = 50;
const TONES = { expiring: 'warning', expired: 'danger' } as const;

/** The lots of all kits, or of one version: whether plates may use them, and until when. The form is behind a row. */
export function LotsPanel() {
  const canWrite = useCan()('WRITE_LOT_CONFIG_ADMIN');
  const { kitId, versionId, lotId, shown, show, chooseKit, chooseVersion, chooseLot } = useLotsAddress();
  const [picked, setPicked] = useState<ListedLot | 'new' | null>(null);
  const [isChanged, setChanged] = useState(false);
  const { key } = useLocation();
  const [visit, setVisit] = useState(key);
  const way = useNavigationType();
  if (key !== visit) {
    setVisit(key);
    // A link leads to the lots of its address; the panel itself replaces the address.
    if (way !== NavigationType.Replace) setPicked(null);
  }
  const { search, onKeyDown } = useSearchKey();
  const today = todayIn(useMe().timeZone);
  useUnsavedGuard({ isChanged, isKept: false });

  const frame = useRef<HTMLDivElement>(null);
  const size = usePageSize(frame, HEAD, ROW) ?? LOT_CATALOGUE_PAGE_SIZE;
  const kits = useQuery(kitQueries.configurable);
  const versions = useQuery({ ...kitQueries.versions(kitId ?? ''), enabled: kitId !== null });
  const ownKits = useMemo(
    () => new Set((kits.data ?? []).filter(({ owner }) => owner !== null).map(({ id }) => id)),
    [kits.data],
  );
  const version = versions.data?.find(({ id }) => id === versionId);
  const { list, counts } = useLotPage({ kitId, versionId, shown, size });
  const { error, errorUpdatedAt } = list;
  useEffect(() => {
    if (error) toastError(words.failed, error, { ms: TOAST_MS.listError });
  }, [error, errorUpdatedAt]);

  const openId = picked === 'new' ? null : (picked?.id ?? lotId);
  const listed = list.data?.content.find(({ id }) => id === openId);
  const lot = picked === 'new' ? null : (listed ?? picked);
  const kitOfLot = lot?.kitVersion.kit.id ?? null;
  const versionsOfLot = useQuery({ ...kitQueries.versions(kitOfLot ?? ''), enabled: kitOfLot !== null });
  const versionOfLot = versionsOfLot.data?.find(({ id }) => id === lot?.kitVersion.id);
  const held = !isChanged ? null : lot === null ? words.saveNewFirst : words.saveFirst(lot.name);
  const isOpen = picked === 'new' || lot !== null;

  const pick = (next: ListedLot | 'new' | null) => {
    setPicked(next);
    chooseLot(next === null || next === 'new' ? null : next.id);
  };
  const openForm = () => {
    document.getElementById(FORM)?.scrollIntoView({ block: 'nearest' });
    document.getElementById(FORM)?.querySelector<HTMLElement>('form input, form button')?.focus();
  };
  /** The row of the lot gets the focus back. */
  const close = () => {
    const name = lot?.name;
    pick(null);
    const row = [...document.querySelectorAll<HTMLInputElement>('#lots-list input[type=radio]')].find(
      (radio) => radio.getAttribute('aria-label') === name,
    );
    (row ?? search.current)?.focus();
  };
  const add = () => {
    if (version !== undefined) pick('new');
    else toastError(words.notSaved, new Error(kitId === null ? words.noKit : words.noVersion));
  };

  return (
    <div
      className={styles['two']}
      data-open={isOpen || undefined}
      onKeyDown={(event) => {
        onKeyDown(event);
        if (event.key === 'Escape' && isOpen && !isChanged && !event.defaultPrevented) close();
      }}
    >
      <section
        id="lots-list"
        className={styles['card']}
        aria-labelledby="lots-title"
        aria-busy={list.isFetching}
      >
        <h2 id="lots-title" className="visually-hidden">
          {words.title}
        </h2>
        <div className={styles['bar']}>
          <fieldset className={styles['find']} disabled={held !== null}>
            <SearchBox
              label={words.search}
              fill
              ref={search}
              value={shown.search}
              onSearch={(next) => show({ search: next })}
            />
          </fieldset>
          <Select
            className={styles['kit'] ?? ''}
            aria-label={words.kit}
            placeholder={words.allKits}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': words.allKits }}
            disabled={held !== null}
            data={kitOptions(kits.data ?? [])}
            value={kitId}
            onChange={(next) => {
              setPicked(null);
              chooseKit(next);
            }}
          />
          {kitId !== null && (
            <Select
              className={styles['version'] ?? ''}
              aria-label={words.kitVersion}
              placeholder={words.allVersions}
              clearable
              clearButtonProps={{ 'aria-label': words.allVersions }}
              disabled={held !== null}
              data={(versions.data ?? []).map(({ id, version: name }) => ({ value: id, label: name }))}
              value={version?.id ?? null}
              onChange={(next) => {
                setPicked(null);
                chooseVersion(next);
              }}
            />
          )}
          {canWrite && (
            <Button
              className={styles['add'] ?? ''}
              leftSection={<IconPlus size={16} stroke={1.6} />}
              disabled={held !== null}
              // The version of the address is not known yet.
              loading={versionId !== null && versions.isLoading}
              onClick={add}
            >
              {words.add}
            </Button>
          )}
        </div>
        {versionId === null && (
          <fieldset className={styles['filters']} disabled={held !== null}>
            <FilterButtons
              label={words.filters}
              chosen={shown.filter}
              filters={lotFilterSchema.options.map((name) => ({
                name,
                label: words.filter[name],
                count: counts === null ? '' : formatCount(counts[name]),
                tone:
                  (counts?.[name] ?? 0) > 0 && (name === 'expiring' || name === 'expired')
                    ? TONES[name]
                    : undefined,
              }))}
              onChoose={(filter) => {
                setPicked(null);
                chooseLot(null);
                show({ filter });
              }}
            />
          </fieldset>
        )}
        {kits.isError || versions.isError ? (
          <ListFailed
            title={words.kitsFailed}
            onRetry={() => void (kits.isError ? kits.refetch() : versions.refetch())}
          />
        ) : list.isError ? (
          <ListFailed title={words.failed} onRetry={() => void list.refetch()} />
        ) : (
          <LotList
            lots={list.data ?? null}
            waitingRows={versionId === null ? size : LOT_PAGE_SIZE}
            frame={frame}
            empty={
              shown.search !== '' ? (
                <NothingFound search={shown.search} onClear={() => show({ search: '' })} />
              ) : versionId !== null ? (
                words.noLot(version?.version ?? '')
              ) : (
                words.none[shown.filter]
              )
            }
            today={today}
            picked={lot?.id ?? null}
            onPick={pick}
            onOpen={(by) => {
              // The form is rendered first.
              if (by === 'enter') openForm();
              else requestAnimationFrame(() => scrollToPart(FORM));
            }}
            held={held}
            shown={shown}
            onShow={show}
            layout={{ isOfVersion: versionId !== null, isBeside: isOpen, ownKits }}
          />
        )}
      </section>
      {isOpen && (
        <section
          id={FORM}
          className={styles['details']}
          aria-label={lot === null ? words.newLot : words.lot(lot.name)}
        >
          {!isChanged && (
            <CloseButton className={styles['close'] ?? ''} aria-label={words.close} onClick={close} />
          )}
          {lot === null ? (
            version !== undefined && (
              <NewLotForm version={version} today={today} onChanged={setChanged} onClose={() => pick(null)} />
            )
          ) : canWrite ? (
            <LotForm
              key={lot.id}
              lot={lot}
              version={versionOfLot}
              today={today}
              onChanged={setChanged}
              onSaved={(saved) => setPicked({ ...lot, ...saved })}
              onDeleted={() => {
                pick(null);
                search.current?.focus();
              }}
            />
          ) : (
            <LotRead lot={lot} version={versionOfLot} />
          )}
        </section>
      )}
    </div>
  );
}
