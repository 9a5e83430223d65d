/** Whether something that was read at a time still counts. Nothing does once the clock was set back behind that time. */
export const isRecent = (sinceMs: number, nowMs: number, lastsMs: number): boolean =>
  nowMs >= sinceMs && nowMs - sinceMs < lastsMs;
