/** Whether a cached value is still valid. After the clock was set back to before it was read, it is not. */
export const isRecent = (sinceMs: number, nowMs: number, lastsMs: number): boolean =>
  nowMs >= sinceMs && nowMs - sinceMs < lastsMs;
