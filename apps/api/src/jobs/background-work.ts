/** Progress of work in the background. */
export interface BackgroundProgress {
  readonly done: number;
  readonly total: number;
}
