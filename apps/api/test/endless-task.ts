/** What a thread may be asked to do. */
export function endless(): never {
  for (;;);
}

export const echo = (word: string): string => word;
