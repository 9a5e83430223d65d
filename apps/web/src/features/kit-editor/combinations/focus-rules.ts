/** Goes to the rules: to the one in focus, or the first. */
export function focusRules(): void {
  document.querySelector<HTMLElement>('[data-combination][tabindex="0"]')?.focus();
}
