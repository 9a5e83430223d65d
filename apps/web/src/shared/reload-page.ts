let reloading = false;

/** Whether the page is reloading by itself; nobody is then asked about unsaved changes. */
export const isReloading = () => reloading;

export function reloadPage(): void {
  reloading = true;
  window.location.reload();
}
