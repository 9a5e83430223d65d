import { text } from '../locale/text.ts';
import { Screen } from '../shared/ui/screen.tsx';

/** `/run/import` – files and one analyser into a run. */
export function ImportScreen() {
  return <Screen title={text.runImport.title}>…</Screen>;
}
