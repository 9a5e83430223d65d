import type { CSSProperties } from 'react';

import { text } from '../../../locale/text.ts';
import { formatDay } from '../../../shared/format/format.ts';
import { MiddleCut } from '../../../shared/ui/lists/full-text.tsx';
import { usePlateSetup } from '../plate-setup-context.ts';
import type { LabelGrid, SampleLabel } from './bench-plate.ts';
import classes from './label-sheet.module.css';

const words = text.bench;

interface LabelSheetProps {
  readonly pages: readonly (readonly (SampleLabel | null)[])[];
  readonly grid: LabelGrid;
  /** The day of printing, `2026-11-28`. */
  readonly day: string;
}

/** Sheets of labels in their true size. */
export function LabelSheet({ pages, grid, day }: LabelSheetProps) {
  // React's types lack custom properties.
  const style = {
    '--columns': grid.columns,
    '--rows': grid.rows,
    '--width': `${grid.width}mm`,
    '--height': `${grid.height}mm`,
    '--gap': `${grid.gap}mm`,
  } as CSSProperties;
  return pages.map((labels, page) => (
    <section key={page} className={classes['page']} style={style}>
      {labels.map((label, place) => (
        <div key={place} className={classes['label']}>
          {label && <LabelText label={label} day={day} />}
        </div>
      ))}
    </section>
  ));
}

function LabelText({ label, day }: { readonly label: SampleLabel; readonly day: string }) {
  const { run } = usePlateSetup();
  const { name, orderId, positions, kits } = label;
  const plate = run.plateId ?? words.run(run.businessId);
  return (
    <>
      <b>{name}</b>
      {orderId !== null && <span>{words.order(orderId)}</span>}
      <span className={classes['from']}>
        <MiddleCut words={plate} tail={6} />
        <span> · {positions.join(', ')}</span>
      </span>
      <span>{[...kits, formatDay(day)].join(' · ')}</span>
    </>
  );
}
