export interface BackgroundProgress {
  readonly done: number;
  readonly total: number;
}
