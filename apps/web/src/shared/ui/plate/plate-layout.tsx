import type { ComponentProps } from 'react';

import classes from './plate-layout.module.css';

/** A landmark with a plate or the panel beside it. */
export function PlatePanel(props: ComponentProps<'section'> & { readonly 'aria-label': string }) {
  return <section {...props} className={classes['panel']} />;
}

export function PlateBar({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${classes['bar'] ?? ''} ${className}`} />;
}
