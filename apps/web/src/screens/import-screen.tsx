import { useNavigate } from 'react-router-dom';

import { RunImport } from '../features/import/run-import.tsx';
import { paths } from '../shared/navigation/paths.ts';

/** `/run/import` – import files of one analyser as a run. */
export function ImportScreen() {
  const navigate = useNavigate();
  return (
    <RunImport
      onImported={({ id }) =>
        // Step 1 starts with the imported data.
        void navigate(paths.runCreation(id), { replace: true, state: { isImported: true } })
      }
      onLeave={() => void navigate(paths.runList())}
    />
  );
}
