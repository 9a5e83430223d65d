const checks = new Set<() => boolean>();

/** Registers a check for unsaved changes. @returns a function that removes it */
export function watchUnsaved(check: () => boolean): () => void {
  checks.add(check);
  return () => {
    checks.delete(check);
  };
}

export const hasUnsavedChanges = (): boolean => [...checks].some((check) => check());
