import { AppError } from '../../errors.ts';

/** Files are read one upload at a time for the whole installation: one that is read, and two that wait. */
const MOST_OF_A_USER = 3;

export interface ImportTurns {
  /** @throws AppError `too-many-requests` when enough of this user's uploads are waiting */
  take<T>({ userId }: { readonly userId: string }, work: () => Promise<T>): Promise<T>;
}

/** How many uploads of each user are being read or wait for it, in this process. */
export function createImportTurns(): ImportTurns {
  const taken = new Map<string, number>();
  return {
    take: async ({ userId }, work) => {
      const others = taken.get(userId) ?? 0;
      if (others >= MOST_OF_A_USER) {
        throw new AppError(
          'too-many-requests',
          'Your former uploads are still being read. Try again in a moment.',
        );
      }
      taken.set(userId, others + 1);
      try {
        return await work();
      } finally {
        const left = (taken.get(userId) ?? 1) - 1;
        if (left === 0) taken.delete(userId);
        else taken.set(userId, left);
      }
    },
  };
}
