import type { Position } from '@curvewell/domain';
import { useMemo, useSyncExternalStore } from 'react';

import type { PlateGeometry } from '../plate-geometry.ts';
import type { SelectionStore } from '../selection/selection-store.ts';
import { positionOfPlace } from '../selection/well-selection.ts';
import classes from './plate-grid.module.css';
import { regionPath } from './region-path.ts';

/** Radius of the corners, px. */
const RADIUS = { RECTANGULAR_96: 7, RECTANGULAR_384: 5 } as const;

interface PlateOutlineProps {
  readonly geometry: PlateGeometry;
  readonly positions: readonly Position[];
}

export function PlateOutline({ geometry, positions }: PlateOutlineProps) {
  const wells = useMemo(() => new Set(positions), [positions]);
  return <Region geometry={geometry} wells={wells} className={classes['outline']} data-outline />;
}

interface SelectionOutlineProps {
  readonly geometry: PlateGeometry;
  readonly selection: SelectionStore;
}

/** The background and outline of the selected wells. The ring of the focus stands for a single well. */
export function SelectionOutline({ geometry, selection }: SelectionOutlineProps) {
  const { selected, focus } = useSyncExternalStore(selection.subscribe, selection.get);
  const focused = positionOfPlace(focus);
  const isFocus = selected.size === 1 && focused !== null && selected.has(focused);
  if (selected.size === 0) return null;
  return (
    <Region
      geometry={geometry}
      wells={selected}
      className={classes['selection']}
      data-selection={isFocus ? 'focus' : 'region'}
    />
  );
}

interface RegionProps {
  readonly geometry: PlateGeometry;
  readonly wells: ReadonlySet<Position>;
  readonly className: string | undefined;
  readonly 'data-outline'?: boolean;
  readonly 'data-selection'?: 'focus' | 'region';
}

function Region({ geometry, wells, ...svg }: RegionProps) {
  const path = useMemo(
    () => regionPath(wells, { ...geometry, radius: RADIUS[geometry.plateType] }),
    [wells, geometry],
  );
  return (
    <svg width={geometry.frameWidth} height={geometry.frameHeight} aria-hidden="true" {...svg}>
      <path d={path} />
    </svg>
  );
}
