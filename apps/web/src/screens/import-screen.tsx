import { useNavigate } from 'react-router-dom';

import { RunImport } from '../features/import/run-import.tsx';
import { paths } from '../shared/navigation/paths.ts';

/** `/run/import` – files and one analyser into a run. */
export function ImportScreen() {
  const navigate = useNavigate();
  return (
    <RunImport
      onImported={({ id }) =>
        // Step 1 begins with what was read.
        void navigate(paths.runCreation(id), { replace: true, state: { isImported: true } })
      }
      onLeave={() => void navigate(paths.runList())}
    />
  );
}
