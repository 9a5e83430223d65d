const checks = new Set<() => boolean>();

/** Registers whether a form holds unsaved changes. @returns removes the registration */
export function watchUnsaved(check: () => boolean): () => void {
  checks.add(check);
  return () => {
    checks.delete(check);
  };
}

/** Whether anything on the page is not saved. */
export const hasUnsavedChanges = (): boolean => [...checks].some((check) => check());
