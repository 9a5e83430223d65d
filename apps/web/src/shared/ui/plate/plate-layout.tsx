import type { ComponentProps } from 'react';

import classes from './plate-layout.module.css';

/** A plate, or the panel beside it; its name is that of a landmark. */
export function PlatePanel(props: ComponentProps<'section'> & { readonly 'aria-label': string }) {
  return <section {...props} className={classes['panel']} />;
}

/** The tools above a plate. */
export function PlateBar({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${classes['bar'] ?? ''} ${className}`} />;
}
