let leaving = false;

/** Whether the page is reloading on its own; the unsaved-changes question is then skipped. */
export const isReloading = () => leaving;

export function reloadPage(): void {
  leaving = true;
  window.location.reload();
}

export function leavePage(address: string): void {
  leaving = true;
  window.location.assign(address);
}
