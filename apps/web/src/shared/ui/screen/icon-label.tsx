import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface IconLabelProps {
  /** A media query. */
  readonly hiddenIn: string;
  readonly children: ReactNode;
}

/** The label of a button whose icon stands alone where the window matches `hiddenIn`; there only a screen reader reads it. */
export function IconLabel({ hiddenIn, children }: IconLabelProps) {
  const isHidden = useMediaQuery(hiddenIn, undefined, { getInitialValueInEffect: false });
  return <span className={isHidden ? 'visually-hidden' : ''}>{children}</span>;
}
