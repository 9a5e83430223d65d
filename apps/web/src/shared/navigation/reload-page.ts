let leaving = false;

/** Whether the page goes by itself; nobody is then asked about unsaved changes. */
export const isReloading = () => leaving;

export function reloadPage(): void {
  leaving = true;
  window.location.reload();
}

export function leavePage(address: string): void {
  leaving = true;
  window.location.assign(address);
}
