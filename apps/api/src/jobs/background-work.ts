/** How far something is that goes on beside the work. */
export interface BackgroundProgress {
  readonly done: number;
  readonly total: number;
}
