import type { ReactNode } from 'react';

import { observable } from '../../hooks/observable.ts';

export interface Question {
  /** The question itself: “Delete run 1283?” */
  readonly title: string;
  /** What follows from it, with names and numbers. */
  readonly text?: ReactNode;
  /** `ok`: Cancel, OK. `yes-no`: deletions and “replace all”. `ok-only`: something to know before going on. */
  readonly answers?: 'ok' | 'yes-no' | 'ok-only';
  /** What going on is called, where “OK” would not say it. */
  readonly proceed?: string;
  /** Something is destroyed: the focus starts on the way out. */
  readonly destroys?: boolean;
  /** Done while the dialog stays, locked. When it fails the dialog closes as cancelled; the caller shows why. */
  readonly action?: () => Promise<unknown>;
}

export interface OpenQuestion extends Question {
  /** Where the focus was. */
  readonly from: Element | null;
  readonly answer: (confirmed: boolean) => void;
}

/** What `confirm` asks now. */
export const asked = observable<OpenQuestion | null>(null);
