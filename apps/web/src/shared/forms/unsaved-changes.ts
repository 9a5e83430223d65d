const checks = new Set<() => boolean>();

/** Registers a check for unsaved changes. @returns a function that removes it */
export function watchUnsaved(check: () => boolean): () => void {
  checks.add(check);
  return () => {
    checks.delete(check);
  };
}

/** Whether any form on the page has unsaved changes. */
export const hasUnsavedChanges = (): boolean => [...checks].some((check) => check());
