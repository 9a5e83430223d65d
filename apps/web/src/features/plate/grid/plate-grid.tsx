import { positionAt, rowLetter, type Position } from '@curvewell/domain';
import { IconLayoutGrid } from '@tabler/icons-react';
import {
  memo,
  useEffect,
  useRef,
  useSyncExternalStore,
  type ClipboardEventHandler,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';

import { text } from '../../../locale/text.ts';
import { observable, type Observable } from '../../../shared/hooks/observable.ts';
import { workingArea } from '../card/card-place.ts';
import { PlateCell } from './plate-cell.tsx';
import { SelectionOutline } from './plate-outline.tsx';
import type { PaintedTexts } from './fitted-texts.ts';
import type { PlateGeometry } from '../plate-geometry.ts';
import classes from './plate-grid.module.css';
import { selectionActionOfKey } from '../selection/selection-keys.ts';
import { usePlatePointer } from './use-plate-pointer.ts';
import type { SelectionStore } from '../selection/selection-store.ts';
import { usePaintedTexts } from './use-painted-texts.ts';
import { useWellHoverCard, WellHoverCard, type WellFact } from '../card/well-hover-card.tsx';
import type { WellFace } from './well-face.ts';
import type { GridPlace, SelectionAction } from '../selection/well-selection.ts';

export interface PlateGridProps {
  readonly geometry: PlateGeometry;
  readonly faces: ReadonlyMap<Position, WellFace>;
  readonly selection: SelectionStore;
  /** Handles selection actions; by default the selection's own handler. */
  readonly onAction?: (action: SelectionAction) => void;
  /** Facts for the card beside a well. */
  readonly factsOf: (position: Position) => readonly WellFact[];
  /** The well under the pointer, on the plate or as a curve; drawn with a ring. */
  readonly pointed?: Observable<Position | null>;
  /** Order of wells; by row by default. */
  readonly fillOrder?: 'row' | 'column';
  /** Shortcuts of the screen; returns whether the key was handled. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  readonly onCopy?: ClipboardEventHandler;
  readonly onPaste?: ClipboardEventHandler;
  readonly gridRef?: RefObject<HTMLDivElement | null>;
  /** Rendered over the wells, such as the name field. */
  readonly overlay?: ReactNode;
}

const NOTHING_RINGED = observable<Position | null>(null);
const NOT_SET: WellFace = { kind: 'not-set', label: '' };

/** The plate: wells with headers, a single tab stop, and all selection gestures. */
export function PlateGrid(props: PlateGridProps) {
  const { geometry, selection, onKey, onAction = selection.act, fillOrder = 'row' } = props;
  const own = useRef<HTMLDivElement>(null);
  const grid = props.gridRef ?? own;
  const card = useWellHoverCard(grid);
  const pointer = usePlatePointer({ onAction, onHover: props.pointed?.set, card });
  const names = usePaintedTexts('name', props);
  const lots = usePaintedTexts('lot', props);
  const frame = useRef<HTMLDivElement>(null);
  useFollowingFocus(grid, selection);
  useFocusInView({ frame, grid, selection });
  const isTouched = useSyncExternalStore(selection.subscribe, () => selection.get().selected.size > 0);

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
    <div ref={frame} className={classes['frame']}>
      <div
        ref={grid}
        role="grid"
        className={classes['grid']}
        style={
          {
            gridTemplateColumns: `${headWidth}px repeat(${columnCount}, ${pitch}px)`,
            gridTemplateRows: `${headHeight}px repeat(${rowCount}, ${pitch}px)`,
            '--pitch': `${pitch}px`,
          } as CSSProperties // React's types lack custom properties.
        }
        aria-label={text.plate.plate(rowCount * columnCount)}
        aria-multiselectable="true"
        aria-rowcount={rowCount + 1}
        aria-colcount={columnCount + 1}
        data-clipped={geometry.isClipped || undefined}
        data-tight={geometry.face === 'dot' || undefined}
        data-touched={isTouched || undefined}
        onKeyDown={onKeyDown}
        onCopy={props.onCopy}
        onPaste={props.onPaste}
        {...pointer}
      >
        <SelectionOutline geometry={geometry} selection={selection} />
        <HeadRow geometry={geometry} selection={selection} />
        {Array.from({ length: rowCount }, (_, row) => (
          <WellRow
            key={row}
            row={row}
            geometry={geometry}
            faces={props.faces}
            names={names}
            lots={lots}
            selection={selection}
            ringed={props.pointed ?? NOTHING_RINGED}
          />
        ))}
      </div>
      {props.overlay}
      {card.shown && (
        <WellHoverCard
          well={card.shown}
          facts={props.factsOf(card.shown.position)}
          avoid={() => {
            const { left = 0, top = 0 } = grid.current?.getBoundingClientRect() ?? {};
            const { focus } = selection.get();
            return workingArea({ geometry, plate: { left, top }, focus, fillOrder });
          }}
        />
      )}
    </div>
  );
}

interface HeadProps {
  readonly place: GridPlace;
  readonly selection: SelectionStore;
  readonly children: ReactNode;
}

const AXIS = { row: 'row', column: 'column', corner: 'corner' } as const;

function PlateHead({ place: { row, column }, selection, children }: HeadProps) {
  const axis = row >= 0 ? AXIS.row : column >= 0 ? AXIS.column : AXIS.corner;
  const isFocused = useSyncExternalStore(selection.subscribe, () => {
    const { focus } = selection.get();
    return focus.row === row && focus.column === column;
  });
  const isCurrent = useSyncExternalStore(selection.subscribe, () => {
    const { focus } = selection.get();
    return axis === AXIS.row ? focus.row === row : axis === AXIS.column && focus.column === column;
  });
  return (
    <div
      role={axis === AXIS.row ? 'rowheader' : 'columnheader'}
      className={classes['head']}
      data-axis={axis}
      data-row={row}
      data-column={column}
      data-current={isCurrent || undefined}
      aria-label={
        axis === AXIS.row
          ? text.plate.row(rowLetter(row))
          : axis === AXIS.column
            ? text.plate.column(column + 1)
            : undefined
      }
      aria-colindex={column + 2}
      tabIndex={isFocused ? 0 : -1}
    >
      {children}
    </div>
  );
}

const HeadRow = memo(function HeadRow({
  geometry,
  selection,
}: {
  readonly geometry: PlateGeometry;
  readonly selection: SelectionStore;
}) {
  return (
    <div role="row" className={classes['row']} aria-rowindex={1}>
      <PlateHead place={{ row: -1, column: -1 }} selection={selection}>
        <IconLayoutGrid size={12} stroke={1.6} aria-hidden />
        <span className="visually-hidden">{text.plate.allWells}</span>
      </PlateHead>
      {columnsOf(geometry).map((column) => (
        <PlateHead key={column} place={{ row: -1, column }} selection={selection}>
          {column + 1}
        </PlateHead>
      ))}
    </div>
  );
});

const columnsOf = ({ columnCount }: PlateGeometry): readonly number[] =>
  Array.from({ length: columnCount }, (_, column) => column);

interface WellRowProps {
  readonly row: number;
  readonly geometry: PlateGeometry;
  readonly faces: PlateGridProps['faces'];
  readonly names: PaintedTexts;
  readonly lots: PaintedTexts;
  readonly selection: SelectionStore;
  readonly ringed: Observable<Position | null>;
}

const WellRow = memo(function WellRow({
  row,
  geometry,
  faces,
  names,
  lots,
  selection,
  ringed,
}: WellRowProps) {
  return (
    <div role="row" className={classes['row']} aria-rowindex={row + 2}>
      <PlateHead place={{ row, column: -1 }} selection={selection}>
        {rowLetter(row)}
      </PlateHead>
      {columnsOf(geometry).map((column) => {
        const position = positionAt(row, column);
        const face = faces.get(position) ?? { ...NOT_SET, label: `${position}, ${text.plate.notSet}` };
        return (
          <PlateCell
            key={column}
            position={position}
            row={row}
            column={column}
            face={face}
            geometry={geometry}
            name={('name' in face && names.get(face.name)) || ''}
            lot={('lot' in face && lots.get(face.lot)) || ''}
            selection={selection}
            ringed={ringed}
          />
        );
      })}
    </div>
  );
});

/** Focuses the current well. */
export function focusPlate(grid: HTMLElement | null): void {
  grid?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

interface FocusInView {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly selection: SelectionStore;
}

/** Scrolls the focused well and its neighbours into view, also when a sheet covers part of the plate. */
function useFocusInView({ frame, grid, selection }: FocusInView): void {
  useEffect(() => {
    let last = selection.get().focus;
    const show = (): void => {
      const { selected, focus } = selection.get();
      last = focus;
      const { current: room } = frame;
      if (room === null || selected.size === 0) return;
      if (room.scrollHeight <= room.clientHeight && room.scrollWidth <= room.clientWidth) return;
      grid.current
        ?.querySelector(`[data-row="${focus.row}"][data-column="${focus.column}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    const observer = new ResizeObserver(show);
    if (frame.current) observer.observe(frame.current);
    const end = selection.subscribe(() => {
      if (selection.get().focus !== last) requestAnimationFrame(show);
    });
    return () => {
      observer.disconnect();
      end();
    };
  }, [frame, grid, selection]);
}

function useFollowingFocus(grid: RefObject<HTMLDivElement | null>, selection: SelectionStore): void {
  useEffect(() => {
    let last = selection.get().focus;
    return selection.subscribe(() => {
      const { focus } = selection.get();
      if (focus.row === last.row && focus.column === last.column) return;
      last = focus;
      const root = grid.current;
      if (root?.contains(document.activeElement) !== true) return;
      root
        .querySelector<HTMLElement>(`[data-row="${focus.row}"][data-column="${focus.column}"]`)
        ?.focus({ preventScroll: false });
    });
  }, [grid, selection]);
}
