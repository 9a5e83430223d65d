import { observable, useObservable } from '../hooks/observable.ts';

const OFF_KEY = 'curvewell.shortcuts-off';

export const shortcutsShown = observable(false);

/** Opens the list of shortcuts (`?`). */
export const showShortcuts = () => shortcutsShown.set(true);

const enabled = observable(localStorage.getItem(OFF_KEY) === null);

/** Whether single-letter shortcuts are on; stored in this browser. */
export const shortcutsEnabled = () => enabled.get();
export const useShortcutsEnabled = () => useObservable(enabled);

export function enableShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, 'off');
  enabled.set(on);
}
