import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';

import { IconLabel } from '../../../shared/ui/screen/icon-label.tsx';
import classes from './plate-buttons.module.css';

interface ToolButtonProps extends ButtonProps {
  readonly label: string;
  /** The accessible name, if not the label. */
  readonly 'aria-label'?: string;
  /** After the label: the keyboard shortcut. */
  readonly children?: ReactNode;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
}

/** A button above a plate. Beside a plate in a small window it is an icon with its label as a tooltip. */
export function ToolButton({ label, children, ...props }: ToolButtonProps) {
  return (
    <Button {...props} size="xs" title={label} className={classes['button'] ?? ''}>
      <IconLabel hiddenIn="(62.5em <= width < 75em)">{label}</IconLabel>
      {children}
    </Button>
  );
}
