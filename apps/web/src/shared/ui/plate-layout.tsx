import type { ComponentProps, CSSProperties } from 'react';

import classes from './plate-layout.module.css';

interface PlateColumnsProps extends ComponentProps<'div'> {
  /** Widths of plate and panel on a wide window; on a narrow one they stand one below the other. */
  readonly columns: string;
}

/** A plate and the panel docked beside it. */
export function PlateColumns({ columns, ...rest }: PlateColumnsProps) {
  // React's types know no custom properties.
  const style = { '--columns': columns } as CSSProperties;
  return <div {...rest} className={classes['columns']} style={style} />;
}

/** One of the two columns; its name is that of a landmark. */
export function PlatePanel(props: ComponentProps<'section'> & { readonly 'aria-label': string }) {
  return <section {...props} className={classes['panel']} />;
}

/** The tools above a plate. */
export function PlateBar(props: ComponentProps<'div'>) {
  return <div {...props} className={classes['bar']} />;
}
