/** A task for a thread that never ends. */
export function endless(): never {
  for (;;);
}

export const echo = (word: string): string => word;
