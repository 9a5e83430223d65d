import { Screen } from '../shared/ui/screen.tsx';

/** `/run/:runId/configuration` – which kits are on the plate, then what is in each well. */
export function CreationScreen() {
  return <Screen title="…">…</Screen>;
}
