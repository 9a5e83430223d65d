const checks = new Set<() => boolean>();

/** Says of a form whether it holds changes that are not saved. @returns takes it back */
export function watchUnsaved(check: () => boolean): () => void {
  checks.add(check);
  return () => {
    checks.delete(check);
  };
}

/** Whether anything on the page is not saved. */
export const hasUnsavedChanges = (): boolean => [...checks].some((check) => check());
