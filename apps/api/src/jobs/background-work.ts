/** How far something is that continues beside the work. */
export interface BackgroundProgress {
  readonly done: number;
  readonly total: number;
}
