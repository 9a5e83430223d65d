import type { Position } from '@curvewell/domain';
import { Checkbox, UnstyledButton } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { MiddleCut } from '../../../shared/ui/lists/full-text.tsx';
import { WellMark } from '../../../shared/ui/plate/well-mark.tsx';
import { fittedTexts, type PaintedTexts } from '../../plate/grid/fitted-texts.ts';
import { useReview } from '../state/review-context.ts';
import type { ReviewWell } from '../state/review-wells.ts';
import { useCqs } from '../state/use-amplification.ts';
import { MAX_NAME, nameWidth, PADDING, widthOf } from './column-width.ts';
import {
  isFar,
  resultColumns,
  resultRows,
  sortedRows,
  zonesOf,
  type ResultColumn,
  type ResultRow,
  type Sorting,
} from './result-rows.ts';
import classes from './result-table.module.css';
import { runWarning } from '../state/run-warning.ts';
import { TableActions } from './table-actions.tsx';
import { Gap, SortHead } from './table-parts.tsx';
import { useTableRows } from './use-table-rows.ts';

/** The gravest flags first, then by position. */
const BY_FLAGS: Sorting = { key: 'flags', isDescending: false };

interface ResultTableProps {
  readonly wells: readonly ReviewWell[];
  readonly label: string;
  /** The head line, before the buttons that copy and save. */
  readonly children: ReactNode;
  /** With checkboxes, sample type and combination. */
  readonly isWholePlate?: boolean;
  readonly onOpen: (position: Position) => void;
}

/** Wells as a table: sorted by any column, copied and saved as shown. One tab stop for all rows. */
export function ResultTable({
  wells: shown,
  label,
  children,
  isWholePlate = false,
  onOpen,
}: ResultTableProps) {
  const { run, channel, wells, phase, scheme } = useReview();
  const [sorting, sort] = useState(BY_FLAGS);
  const cqs = useCqs();
  const rows = useMemo(
    () => resultRows(shown, { wells, phase, scheme, cqs }),
    [shown, wells, phase, scheme, cqs],
  );
  const columns = useMemo(
    () => resultColumns({ zones: zonesOf(shown, phase), rows, isWide: isWholePlate, hasCq: cqs !== null }),
    [shown, phase, rows, isWholePlate, cqs],
  );
  const sorted = useMemo(() => sortedRows(rows, columns, sorting), [rows, columns, sorting]);
  const { frame, from, to, tabStop, onKeyDown, onFocus } = useTableRows(sorted.length);
  const span = columns.length + Number(isWholePlate);
  const maxName = isWholePlate ? MAX_NAME.wholePlate : MAX_NAME.beside;
  const names = useMemo(() => shortNames(rows, maxName), [rows, maxName]);
  return (
    <>
      <div className={classes['bar']}>
        {children}
        <TableActions
          rows={sorted}
          columns={columns}
          notice={runWarning(run)}
          fileName={text.interpretation.results.file(run.businessId, channel, phase)}
        />
      </div>
      <div ref={frame} className={classes['frame']} data-table-frame>
        <table
          aria-label={label}
          aria-rowcount={sorted.length + 1}
          className={classes['table']}
          data-beside={!isWholePlate || undefined}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        >
          <colgroup>
            {isWholePlate && <col style={{ width: 30 }} />}
            {columns.map((column) => (
              <col
                key={column.key}
                style={{
                  width:
                    column.key === 'flags' && !isWholePlate
                      ? 'auto'
                      : widthOf(
                          column,
                          rows,
                          column.key === 'sample' ? maxName : Infinity,
                          isWholePlate ? PADDING.wholePlate : PADDING.beside,
                        ),
                }}
              />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {isWholePlate && (
                <th scope="col">
                  <span className="visually-hidden">{text.plate.table.select}</span>
                </th>
              )}
              {columns.map((column) => (
                <SortHead key={column.key} column={column} sorting={sorting} onSort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap rows={from} span={span} />
            {sorted.slice(from, to).map((row, index) => (
              <Row
                key={row.position}
                row={row}
                columns={columns}
                index={from + index}
                isCurrent={from + index === tabStop}
                isWholePlate={isWholePlate}
                maxName={maxName}
                names={names}
                onOpen={onOpen}
              />
            ))}
            <Gap rows={sorted.length - to} span={span} />
          </tbody>
        </table>
      </div>
    </>
  );
}

interface RowProps {
  readonly row: ResultRow;
  readonly columns: readonly ResultColumn[];
  readonly index: number;
  readonly isCurrent: boolean;
  readonly isWholePlate: boolean;
  /** A longer sample name is cut, characters. */
  readonly maxName: number;
  readonly names: PaintedTexts;
  readonly onOpen: (position: Position) => void;
}

function Row({ row, columns, index, isCurrent, isWholePlate, maxName, names, onOpen }: RowProps) {
  const { selection, act, hovered, hover } = useReview();
  const { position } = row;
  const isSelected = selection.selected.has(position);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <tr
      aria-rowindex={index + 2}
      className={classes['row']}
      data-index={index}
      data-selected={(isWholePlate && isSelected) || undefined}
      data-lit={hovered === position || undefined}
      onPointerEnter={() => {
        hover(position);
      }}
      onPointerLeave={() => {
        hover(null);
      }}
      onFocus={() => {
        hover(position);
      }}
      onBlur={() => {
        hover(null);
      }}
    >
      {isWholePlate && (
        <td>
          <Checkbox
            size="xs"
            tabIndex={tabIndex}
            aria-label={text.plate.selectWell(position)}
            checked={isSelected}
            onChange={() => {
              act({ type: 'toggle', position });
            }}
          />
        </td>
      )}
      {columns.map((column) =>
        column.key === 'well' ? (
          <th key={column.key} scope="row">
            <UnstyledButton
              className={classes['well']}
              tabIndex={tabIndex}
              data-well
              onClick={() => {
                onOpen(position);
              }}
            >
              {position}
            </UnstyledButton>
          </th>
        ) : (
          <td
            key={column.key}
            data-number={column.isNumber || undefined}
            data-far={(column.key === 'difference' && isFar(row)) || undefined}
            data-flags={(column.key === 'flags' && !isWholePlate) || undefined}
          >
            <Cell row={row} column={column} maxName={maxName} names={names} />
          </td>
        ),
      )}
    </tr>
  );
}

const DOUBTFUL = text.interpretation.well.doubt('');

/** What differs between long names whose ends are alike, as on the plate. */
function shortNames(rows: readonly ResultRow[], maxName: number): PaintedTexts {
  const tail = maxName / 2;
  const long = new Set(rows.map(({ sample }) => sample).filter(({ length }) => length > maxName));
  const byEnds = Map.groupBy(long, (name) => name.slice(0, tail) + name.slice(-tail));
  const alike = [...byEnds.values()].filter(({ length }) => length > 1).flat();
  return fittedTexts(alike, (texts) => texts.map(({ length }) => length <= maxName));
}

/** The differing part of a name if there is one, else its ends. The whole name stays for screen readers. */
function LongName(props: {
  readonly name: string;
  readonly short: string | undefined;
  readonly maxName: number;
}) {
  const { name, short = '', maxName } = props;
  if (short === '') return <MiddleCut words={name} tail={maxName / 2} />;
  return (
    <>
      <span aria-hidden>{short}</span>
      <span className="visually-hidden">{name}</span>
    </>
  );
}

function Cell({
  row,
  column,
  maxName,
  names,
}: Pick<RowProps, 'row' | 'maxName' | 'names'> & { readonly column: ResultColumn }) {
  const words = column.textOf(row);
  switch (column.key) {
    case 'result':
      return (
        <>
          <DiagnosticCode look={row.look} small />
          {words === row.look.code ? (
            <span className="visually-hidden">{row.look.name}</span>
          ) : (
            ` ${row.look.name}`
          )}
        </>
      );
    case 'sample':
      return words.length > maxName ? (
        <span className={classes['long']} style={{ maxWidth: nameWidth(maxName) }} title={words}>
          <LongName name={words} short={names.get(words)} maxName={maxName} />
        </span>
      ) : (
        words
      );
    case 'flags':
      return (
        <span className={classes['flags']} data-mark={row.mark ?? undefined} title={words}>
          {row.mark !== null && row.mark !== 'no-call' && <WellMark mark={row.mark} size={13} />}
          <span>
            {words.startsWith(DOUBTFUL) ? (
              <>
                {/* The mark says it. */}
                <span className="visually-hidden">{DOUBTFUL}</span>
                {words.slice(DOUBTFUL.length)}
              </>
            ) : (
              words
            )}
          </span>
        </span>
      );
    default:
      return column.isNumber && words === '' ? text.interpretation.results.noValue : words;
  }
}
