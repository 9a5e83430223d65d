import { text } from '../locale/text.ts';
import { Screen } from '../shared/ui/screen.tsx';

/** `/?page=1&search=` – find a run or bring in a new one. */
export function RunListScreen() {
  return <Screen title={text.runs.title}>…</Screen>;
}
