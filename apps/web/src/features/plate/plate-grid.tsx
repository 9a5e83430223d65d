import { positionAt, rowLetter, type Position } from '@curvewell/contracts';
import { IconLayoutGrid } from '@tabler/icons-react';
import {
  memo,
  useEffect,
  useRef,
  type ClipboardEventHandler,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';

import { text } from '../../locale/text.ts';
import { PlateCell } from './plate-cell.tsx';
import type { PaintedNames } from './fitted-names.ts';
import type { PlateGeometry } from './plate-geometry.ts';
import classes from './plate-grid.module.css';
import { selectionActionOfKey } from './selection-keys.ts';
import { usePlatePointer } from './use-plate-pointer.ts';
import { usePaintedNames } from './use-painted-names.ts';
import { useWellCard, WellCard, type WellFact } from './well-card.tsx';
import type { WellFace } from './well-face.ts';
import type { GridPlace, SelectionAction, WellSelection } from './well-selection.ts';

export interface PlateGridProps {
  readonly geometry: PlateGeometry;
  readonly faces: ReadonlyMap<Position, WellFace>;
  readonly selection: WellSelection;
  readonly onAction: (action: SelectionAction) => void;
  /** What the card beside a well says. */
  readonly factsOf: (position: Position) => readonly WellFact[];
  readonly ringed?: Position | null;
  readonly onHover?: (position: Position | null) => void;
  /** Keys of the screen; return true when one was taken. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  readonly onCopy?: ClipboardEventHandler;
  readonly onPaste?: ClipboardEventHandler;
  readonly gridRef?: RefObject<HTMLDivElement | null>;
  /** Over the wells, such as the name that is being typed. */
  readonly overlay?: ReactNode;
}

const NOT_SET: WellFace = { kind: 'not-set', label: '' };

/** The plate: wells with their heads, one tab stop, every gesture of the selection. */
export function PlateGrid(props: PlateGridProps) {
  const { geometry, selection, onAction, onKey } = props;
  const own = useRef<HTMLDivElement>(null);
  const grid = props.gridRef ?? own;
  const card = useWellCard();
  const pointer = usePlatePointer({ onAction, onHover: props.onHover, card });
  const names = usePaintedNames(props.faces.values(), geometry);
  useFollowingFocus(grid, selection.focus);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && card.close()) return;
    if (onKey?.(event) === true) {
      event.preventDefault();
      return;
    }
    const action = selectionActionOfKey(event);
    if (!action) return;
    event.preventDefault();
    onAction(action);
  };

  const { rowCount, columnCount, pitch, headWidth, headHeight } = geometry;
  return (
    <div className={classes['frame']}>
      <div
        ref={grid}
        role="grid"
        className={classes['grid']}
        style={{
          gridTemplateColumns: `${headWidth}px repeat(${columnCount}, ${pitch}px)`,
          gridTemplateRows: `${headHeight}px repeat(${rowCount}, ${pitch}px)`,
        }}
        aria-label={text.plate.plate(rowCount * columnCount)}
        aria-multiselectable="true"
        aria-rowcount={rowCount + 1}
        aria-colcount={columnCount + 1}
        data-clipped={geometry.isClipped || undefined}
        data-touched={selection.selected.size > 0 || undefined}
        onKeyDown={onKeyDown}
        onFocus={card.onFocus}
        onBlur={card.onBlur}
        onCopy={props.onCopy}
        onPaste={props.onPaste}
        {...pointer}
      >
        <HeadRow geometry={geometry} focus={selection.focus} />
        {Array.from({ length: rowCount }, (_, row) => (
          <WellRow
            key={row}
            row={row}
            geometry={geometry}
            faces={props.faces}
            names={names}
            selection={selection}
            ringed={props.ringed ?? null}
          />
        ))}
      </div>
      {props.overlay}
      {card.shown && <WellCard place={card.shown} facts={props.factsOf(card.shown.position)} />}
    </div>
  );
}

function HeadRow({ geometry, focus }: { geometry: PlateGeometry; focus: GridPlace }) {
  const isFocused = (column: number): boolean => focus.row === -1 && focus.column === column;
  return (
    <div role="row" className={classes['row']} aria-rowindex={1}>
      <div
        role="columnheader"
        className={classes['head']}
        data-axis="corner"
        data-row={-1}
        data-column={-1}
        aria-colindex={1}
        tabIndex={isFocused(-1) ? 0 : -1}
      >
        <IconLayoutGrid size={12} stroke={1.6} aria-hidden />
        <span className="visually-hidden">{text.plate.allWells}</span>
      </div>
      {Array.from({ length: geometry.columnCount }, (_, column) => (
        <div
          key={column}
          role="columnheader"
          className={classes['head']}
          data-axis="column"
          data-row={-1}
          data-column={column}
          data-current={focus.column === column || undefined}
          aria-label={text.plate.column(column + 1)}
          aria-colindex={column + 2}
          tabIndex={isFocused(column) ? 0 : -1}
        >
          {column + 1}
        </div>
      ))}
    </div>
  );
}

interface WellRowProps {
  readonly row: number;
  readonly geometry: PlateGeometry;
  readonly faces: PlateGridProps['faces'];
  readonly names: PaintedNames;
  readonly selection: WellSelection;
  readonly ringed: Position | null;
}

/** Whether a row looks the same: an arrow key changes two rows of 16 at most. */
function isSameRow(before: WellRowProps, after: WellRowProps): boolean {
  const { row, geometry } = after;
  if (before.geometry !== geometry || before.faces !== after.faces || before.ringed !== after.ringed)
    return false;
  if (before.names !== after.names) return false;
  const [former, focus] = [before.selection.focus, after.selection.focus];
  const isTouched = former.row === row || focus.row === row;
  if (isTouched && (former.row !== focus.row || former.column !== focus.column)) return false;
  if (before.selection.selected === after.selection.selected) return true;
  return columnsOf(geometry).every((column) => {
    const position = positionAt(row, column);
    return before.selection.selected.has(position) === after.selection.selected.has(position);
  });
}

const columnsOf = ({ columnCount }: PlateGeometry): readonly number[] =>
  Array.from({ length: columnCount }, (_, column) => column);

const WellRow = memo(function WellRow({ row, geometry, faces, names, selection, ringed }: WellRowProps) {
  const { focus, selected } = selection;
  return (
    <div role="row" className={classes['row']} aria-rowindex={row + 2}>
      <div
        role="rowheader"
        className={classes['head']}
        data-axis="row"
        data-row={row}
        data-column={-1}
        data-current={focus.row === row || undefined}
        aria-label={text.plate.row(rowLetter(row))}
        aria-colindex={1}
        tabIndex={focus.row === row && focus.column === -1 ? 0 : -1}
      >
        {rowLetter(row)}
      </div>
      {columnsOf(geometry).map((column) => {
        const position = positionAt(row, column);
        const face = faces.get(position) ?? { ...NOT_SET, label: `${position}, ${text.plate.notSet}` };
        return (
          <PlateCell
            key={column}
            row={row}
            column={column}
            face={face}
            geometry={geometry}
            name={('name' in face && names.get(face.name)) || ''}
            isSelected={selected.has(position)}
            isFocused={focus.row === row && focus.column === column}
            isRinged={ringed === position}
          />
        );
      })}
    </div>
  );
}, isSameRow);

/** Puts the focus on the well that the keyboard has reached. */
export function focusPlate(grid: HTMLElement | null): void {
  grid?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

function useFollowingFocus(grid: RefObject<HTMLDivElement | null>, { row, column }: GridPlace): void {
  useEffect(() => {
    const root = grid.current;
    if (root?.contains(document.activeElement) !== true) return;
    root
      .querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)
      ?.focus({ preventScroll: false });
  }, [grid, row, column]);
}
