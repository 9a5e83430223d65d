/** Focuses the current rule, or else the first. */
export function focusRules(): void {
  document.querySelector<HTMLElement>('[data-combination][tabindex="0"]')?.focus();
}
