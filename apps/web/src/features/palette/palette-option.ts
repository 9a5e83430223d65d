import type { RunStatus } from '@curvewell/domain';
import type { Icon } from '@tabler/icons-react';

export interface PaletteOption {
  /** Unique in the palette. */
  readonly id: string;
  readonly icon: Icon;
  /** What it is, such as a number or a name. */
  readonly name: string;
  readonly detail?: string;
  /** At the end of the line. */
  readonly aside?: string;
  readonly status?: RunStatus;
  readonly isArchived?: boolean;
  /** The address of its page, or what it does. */
  readonly to: string | (() => void);
}

export interface PaletteGroup {
  readonly title: string;
  readonly options: readonly PaletteOption[];
}
