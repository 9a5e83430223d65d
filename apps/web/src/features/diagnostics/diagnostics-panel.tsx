import { type BuiltInDiagnostic, DIAGNOSTIC_LABEL, type DiagnosticRow } from '@curvewell/domain';
import { Button, EmptyState, Skeleton, Table } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { diagnosticQueries } from '../../data/diagnostics.ts';
import { kitQueries } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { kitOptions } from '../../shared/format/kit-options.ts';
import { freeColour } from '../../shared/colour/colour-vision.ts';
import { ConflictAlert } from '../../shared/ui/alerts/conflict-alert.tsx';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { ScreenFooter } from '../../shared/ui/screen/screen-footer.tsx';
import { toastError, toastInfo, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.ts';
import { ALL_KITS } from '../../shared/navigation/all-kits.ts';
import { moveByRow } from '../../shared/navigation/row-keys.ts';
import { useAddress } from '../../shared/navigation/use-address.ts';
import { DiagnosticRowView } from './diagnostic-row.tsx';
import {
  blankRow,
  changedRows,
  isSentByWords,
  rowIssues,
  shownLetters,
  withDiagnostic,
  withoutRow,
} from './diagnostic-rows.ts';
import styles from './diagnostics.module.css';
import { GroupHead } from './group-head.tsx';
import { issuesText, issueText } from './issue-words.ts';
import { KitsOfDiagnostics, type NamedKit } from './kits-of-diagnostics.tsx';
import { MoreBuiltIn } from './more-built-in.tsx';
import { TableHead } from './table-head.tsx';
import { useDiagnosticTable } from './use-diagnostic-table.ts';
import type { DraftRow } from './draft-row.ts';

const words = text.diagnostics;
/** Name and colour of each diagnostic in each kit. */
export function DiagnosticsPanel() {
  const { data, isError, refetch } = useQuery(diagnosticQueries.rows);
  const kits = useQuery(kitQueries.configurable);
  // Once loaded, the table and its unsaved changes stay even if a refetch fails.
  if (data === undefined || kits.data === undefined) {
    return isError || kits.isError ? (
      <ListFailed title={words.failed} onRetry={() => void (isError ? refetch() : kits.refetch())} />
    ) : (
      <Skeleton height={280} aria-busy />
    );
  }
  // Kits no longer in use keep their labels.
  const known = new Map(
    [
      ...data.map(({ kit }) => kit),
      ...kitOptions(kits.data).map(({ value: id, label: name }) => ({ id, name })),
    ].map((kit) => [kit.id, kit]),
  );
  return (
    <DiagnosticTable
      saved={data}
      kits={[...known.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))}
    />
  );
}

interface DiagnosticTableProps {
  readonly saved: readonly DiagnosticRow[];
  readonly kits: readonly NamedKit[];
}

/** A row that is open, and what it was before. */
interface OpenRow {
  readonly key: string;
  readonly before: DraftRow;
}

function DiagnosticTable({ saved, kits }: DiagnosticTableProps) {
  const { rows, setRows, isPending, isChanged, reset, conflict, save: saveTable } = useDiagnosticTable(saved);
  const { address, set: setAddress } = useAddress();
  const [newest, setNewest] = useState<string | null>(null);
  const [open, setOpen] = useState<OpenRow | null>(() =>
    saved.length === 0 && rows[0] ? { key: rows[0].key, before: rows[0] } : null,
  );
  const frame = useRef<HTMLDivElement>(null);
  const issues = rowIssues(rows);
  const wrong = issuesText(issues);
  useUnsavedGuard({ isChanged, isKept: false });

  const rowsOfKit = Map.groupBy(
    rows.filter(({ isRemoved }) => !isRemoved),
    ({ kitId }) => kitId,
  );
  const wanted = address.get('kit') ?? rows.find(({ kitId }) => kitId !== null)?.kitId ?? ALL_KITS;
  const shownKit = wanted === ALL_KITS ? null : wanted;
  const listed = rows.filter(
    ({ kitId, key, isRemoved }) => !isRemoved && (shownKit === null || kitId === shownKit || key === newest),
  );
  const own = listed.filter(({ isOwn }) => isOwn);
  const builtIn = listed.filter(({ isOwn }) => !isOwn);
  const shown = shownKit === null ? listed : [...own, ...builtIn];
  const changedKeys = new Set(changedRows(rows).map(({ key }) => key));
  const wrongKits = new Set(rows.flatMap(({ key, kitId }) => (issues.has(key) ? [kitId] : [])));
  const show = (kit: string | null) => {
    setOpen(null);
    setAddress({ kit: kit ?? ALL_KITS, version: null });
  };
  const change = (next: DraftRow) => setRows(rows.map((row) => (row.key === next.key ? next : row)));
  /** A new row: an own diagnostic, or one of the catalogue. */
  const add = (name: BuiltInDiagnostic | null = null) => {
    const others = (rowsOfKit.get(shownKit) ?? []).map(({ label, color }) => ({ label, color }));
    const blank = { ...blankRow(crypto.randomUUID()), kitId: shownKit };
    const row =
      name === null
        ? { ...blank, color: shownKit === null ? blank.color : freeColour(others) }
        : { ...withDiagnostic(blank, name), label: DIAGNOSTIC_LABEL[name] };
    setRows([...rows, row]);
    setNewest(row.key);
    setOpen({ key: row.key, before: row });
  };
  /** The row is text again, and has the focus. */
  const leave = (before: DraftRow) => {
    flushSync(() => {
      change(before);
      setOpen(null);
    });
    frame.current?.querySelector<HTMLElement>(`[data-row="${before.key}"]`)?.focus();
  };
  const openNext = (index: number) => {
    const next = shown[index + 1];
    if (next === undefined) add();
    else setOpen({ key: next.key, before: next });
  };
  const save = async () => {
    if (wrong !== null) {
      const first = rows.find(({ key }) => issues.has(key));
      const issue = first && issues.get(first.key);
      if (first === undefined || issue === undefined) return;
      const isLacking = [...issues.values()].some(({ missing }) => missing !== null);
      if (isLacking) toastInfo(words.notSaved, { text: words.notEmpty });
      else toastError(words.notSaved, new Error(issueText(issue)));
      // The row may belong to a kit that is not shown.
      flushSync(() => {
        if (!shown.includes(first)) show(first.kitId);
        setOpen({ key: first.key, before: first });
      });
      frame.current?.querySelector<HTMLElement>('[aria-describedby^="diagnostic-problem"]')?.focus();
      return;
    }
    try {
      if (!(await saveTable())) return;
      setNewest(null);
      setOpen(null);
      toastSuccess(words.saved);
    } catch (error) {
      toastError(words.notSaved, error);
    }
  };
  const withoutCode = shownKit === null ? [] : shown.filter(isSentByWords).map(shownLetters);
  /** Above the first row of a group, where one kit is shown. */
  const groupAt = (row: DraftRow) => {
    if (shownKit === null) return null;
    if (row === own[0]) return { title: words.own, note: words.ownNote };
    return row === builtIn[0] ? { title: words.builtIn, note: words.builtInNote } : null;
  };

  return (
    <div className={styles['two']}>
      <KitsOfDiagnostics
        kits={kits.map((kit) => ({
          ...kit,
          count: rowsOfKit.get(kit.id)?.length ?? 0,
          isWrong: wrongKits.has(kit.id),
        }))}
        total={rows.filter(({ isRemoved }) => !isRemoved).length}
        shown={shownKit}
        onShow={show}
      />
      <section className={styles['card']} aria-labelledby="diagnostics-title">
        <div className={styles['bar']}>
          <h2 id="diagnostics-title" className={styles['title']}>
            {kits.find(({ id }) => id === shownKit)?.name ?? words.title}
          </h2>
          <span className={styles['intro']}>{words.intro}</span>
          <Button
            className={styles['add'] ?? ''}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            onClick={() => add()}
          >
            {words.addRow}
          </Button>
        </div>
        {conflict && (
          <ConflictAlert conflict={conflict} onFailed={(error) => toastError(words.failed, error)} />
        )}
        <div
          ref={frame}
          className={styles['frame']}
          role="region"
          aria-label={words.table}
          tabIndex={0}
          onKeyDown={moveByRow}
        >
          <Table layout="fixed" stickyHeader className={styles['table'] ?? ''} aria-label={words.table}>
            <TableHead hasKit={shownKit === null} />
            <Table.Tbody>
              {shown.map((row, index) => (
                <Fragment key={row.key}>
                  <GroupHead group={groupAt(row)} />
                  <DiagnosticRowView
                    isOpen={row.key === open?.key}
                    isChanged={changedKeys.has(row.key)}
                    hasKit={shownKit === null}
                    row={row}
                    place={index + 1}
                    kits={kits}
                    kitRows={rowsOfKit.get(row.kitId) ?? []}
                    issue={issues.get(row.key)}
                    isNew={row.key === newest}
                    onChange={change}
                    onOpen={() => setOpen({ key: row.key, before: row })}
                    onLeave={() => leave(open?.before ?? row)}
                    onRemove={() => {
                      setRows(withoutRow(rows, row));
                      setOpen(null);
                    }}
                    onNext={() => openNext(index)}
                  />
                </Fragment>
              ))}
            </Table.Tbody>
          </Table>
          {shown.length === 0 && <EmptyState description={words.none} />}
          {shownKit !== null && (
            <MoreBuiltIn
              used={new Set(listed.flatMap(({ name }) => name ?? []))}
              onUse={(name) => add(name)}
            />
          )}
        </div>
        <p className={styles['keys']}>
          {words.keys}
          {withoutCode.length > 0 && (
            <span className={styles['no-code']}>
              <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
              {words.noCode(withoutCode)}
            </span>
          )}
        </p>
        <ScreenFooter
          start={
            <Button
              variant="subtle"
              color="gray"
              disabled={!isChanged}
              onClick={() => {
                reset();
                setNewest(null);
                setOpen(null);
              }}
            >
              {words.cancel}
            </Button>
          }
          end={
            <>
              {(wrong !== null || !isChanged) && (
                <span className={styles['note']} data-wrong={wrong !== null || undefined} role="status">
                  {wrong !== null && <IconAlertTriangle size={15} stroke={1.6} aria-hidden />}
                  {wrong ?? words.nothingChanged}
                </span>
              )}
              <Button
                loading={isPending}
                disabled={!isChanged}
                data-disabled={wrong !== null}
                aria-disabled={wrong !== null}
                onClick={() => void save()}
              >
                {words.save}
              </Button>
            </>
          }
        />
      </section>
    </div>
  );
}
