import type { ReactNode } from 'react';

import { observable } from '../../hooks/observable.ts';

export interface Question {
  /** The question: “Delete run 1283?” */
  readonly title: string;
  /** The consequences, with names and numbers. */
  readonly text?: ReactNode;
  /** `ok`: Cancel, OK. `yes-no`: deletions and “replace all”. `ok-only`: information before going on. */
  readonly answers?: 'ok' | 'yes-no' | 'ok-only';
  /** Label of the confirming button, if not “OK”. */
  readonly proceed?: string;
  /** The action destroys data: the focus starts on the cancelling button. */
  readonly destroys?: boolean;
  /** Whether confirming may close the dialog; otherwise its text shows why not. */
  readonly mayProceed?: () => boolean;
  /** Runs while the dialog is disabled. On failure it closes as cancelled; the caller reports the error. */
  readonly action?: () => Promise<unknown>;
}

export interface OpenQuestion extends Question {
  /** The element that had the focus before. */
  readonly from: Element | null;
  readonly answer: (confirmed: boolean) => void;
}

/** The open question of `confirm`. */
export const asked = observable<OpenQuestion | null>(null);
