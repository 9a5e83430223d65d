import type { DiagnosticRow } from '@curvewell/domain';
import { Button, Select, Skeleton, Table } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { diagnosticQueries } from '../../data/diagnostics.ts';
import { kitQueries } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { ConflictAlert } from '../../shared/ui/alerts/conflict-alert.tsx';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { ScreenFooter } from '../../shared/ui/screen/screen-footer.tsx';
import { toastError, toastInfo, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.ts';
import { LateDiagnosticRow } from './diagnostic-row.tsx';
import { blankRow, type DraftRow, rowIssues } from './diagnostic-rows.ts';
import styles from './diagnostics.module.css';
import { issuesText } from './issue-words.ts';
import { useDiagnosticTable } from './use-diagnostic-table.ts';

const words = text.diagnostics;
const { columns } = words;
const HEADS = [
  [columns.kit, 170],
  [columns.diagnostic, 270],
  [columns.label, undefined],
  [columns.color, 150],
  [columns.look, 150],
  [columns.used, 100],
] as const;

/** The fields of a row take a millisecond or more to build. Rows after these are built when they come near the viewport. */
const BUILT_AT_ONCE = 24;

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
    [...data.map(({ kit }) => kit), ...kits.data].map(({ id, name }) => [id, { id, name }]),
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
  readonly kits: readonly { readonly id: string; readonly name: string }[];
}

function DiagnosticTable({ saved, kits }: DiagnosticTableProps) {
  const { rows, setRows, isPending, isChanged, reset, conflict, save: saveTable } = useDiagnosticTable(saved);
  const [shownKit, setShownKit] = useState<string | null>(null);
  const [newest, setNewest] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const issues = rowIssues(rows);
  const wrong = issuesText(issues);
  useUnsavedGuard({ isChanged, isKept: false });

  const shown = rows.filter(({ kitId, key }) => shownKit === null || kitId === shownKit || key === newest);
  const rowsOfKit = Map.groupBy(rows, ({ kitId }) => kitId);
  const change = (next: DraftRow) => {
    setRows(rows.map((row) => (row.key === next.key ? next : row)));
  };
  const add = () => {
    const row = { ...blankRow(crypto.randomUUID()), kitId: shownKit };
    setRows([...rows, row]);
    setNewest(row.key);
  };
  const save = async () => {
    if (wrong !== null) {
      const isLacking = [...issues.values()].some(({ missing }) => missing !== null);
      if (isLacking) toastInfo(words.notSaved, { text: words.notEmpty });
      else toastError(words.notSaved, new Error(words.duplicate));
      // The row may belong to a kit that is filtered out.
      flushSync(() => {
        setShownKit(null);
      });
      frame.current?.querySelector<HTMLElement>('[aria-describedby^="diagnostic-problem"]')?.focus();
      return;
    }
    try {
      if (!(await saveTable())) return;
      setNewest(null);
      toastSuccess(words.saved);
    } catch (error) {
      toastError(words.notSaved, error);
    }
  };

  return (
    <section className={styles['card']} aria-labelledby="diagnostics-title">
      <div className={styles['bar']}>
        <h2 id="diagnostics-title" className={styles['title']}>
          {words.title}
        </h2>
        <span className={styles['intro']}>{words.intro}</span>
        <Select
          className={styles['filter'] ?? ''}
          aria-label={words.filter}
          placeholder={words.allKits}
          clearable
          clearButtonProps={{ 'aria-label': words.allKits }}
          data={kits.map(({ id, name }) => ({ value: id, label: name }))}
          value={shownKit}
          onChange={setShownKit}
        />
      </div>
      {conflict && (
        <ConflictAlert
          conflict={conflict}
          onFailed={(error) => {
            toastError(words.failed, error);
          }}
        />
      )}
      <div ref={frame} className={styles['frame']} role="region" aria-label={words.table} tabIndex={0}>
        <Table layout="fixed" stickyHeader className={styles['table'] ?? ''} aria-label={words.table}>
          <Table.Thead className={styles['head'] ?? ''}>
            <Table.Tr>
              {HEADS.map(([column, width]) => (
                <Table.Th key={column} scope="col" w={width}>
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row, index) => (
              <LateDiagnosticRow
                key={row.key}
                isLate={index >= BUILT_AT_ONCE && row.saved !== null && !issues.has(row.key)}
                row={row}
                place={index + 1}
                kits={kits}
                kitRows={rowsOfKit.get(row.kitId) ?? []}
                issue={issues.get(row.key)}
                isNew={row.key === newest}
                onChange={change}
                onRemove={() => {
                  setRows(rows.filter(({ key }) => key !== row.key));
                }}
                onNext={() => {
                  if (index === shown.length - 1) add();
                }}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <div className={styles['add']}>
        <Button size="xs" variant="subtle" leftSection={<IconPlus size={14} stroke={1.6} />} onClick={add}>
          {words.addRow}
        </Button>
      </div>
      <ScreenFooter
        start={
          <Button
            variant="subtle"
            color="gray"
            disabled={!isChanged}
            onClick={() => {
              reset();
              setNewest(null);
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
  );
}
