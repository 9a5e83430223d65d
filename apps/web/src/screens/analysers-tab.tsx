import { AnalysersPanel } from '../features/analysers/analysers-panel.tsx';
import { CurvePreview } from '../features/import/curve-preview.tsx';

/** The analysers. The form of a new one shows the curves of its test file as the import does. */
export function AnalysersTab() {
  return (
    <AnalysersPanel preview={(run, channelOfDye) => <CurvePreview run={run} channelOfDye={channelOfDye} />} />
  );
}
