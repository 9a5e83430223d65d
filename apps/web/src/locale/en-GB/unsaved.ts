/** Leaving a page with unsaved changes. */
export const unsaved = {
  question: 'Leave without saving?',
  lost: 'Your changes are not saved and will be lost.',
  kept: 'Your changes are not saved. They stay in this browser as a draft.',
  logOutQuestion: 'Sign out without saving?',
  logOutText: 'Your changes are not saved, and their draft will be removed from this browser.',
  restored: (time: string) => `Your draft of ${time} was restored.`,
  discard: 'Discard draft',
} as const;
