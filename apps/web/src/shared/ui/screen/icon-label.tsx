import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface IconLabelProps {
  /** A media query. */
  readonly hiddenIn: string;
  readonly id?: string;
  /** Its style where it is shown. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A label, such as that of a button with an icon, which only a screen reader reads where the window matches `hiddenIn`. */
export function IconLabel({ hiddenIn, id, className, children }: IconLabelProps) {
  const isHidden = useMediaQuery(hiddenIn, undefined, { getInitialValueInEffect: false });
  return (
    <span id={id} className={isHidden ? 'visually-hidden' : className}>
      {children}
    </span>
  );
}
