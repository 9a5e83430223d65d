/** Something that a process does beside its work, once it is ready. */
export interface BackgroundWork {
  /** Null: it does nothing now. */
  readonly progress: () => BackgroundProgress | null;
  /** Ends early when the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

export interface BackgroundProgress {
  readonly done: number;
  readonly total: number;
}
