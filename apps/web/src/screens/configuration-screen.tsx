import { useCan } from '../data/identity.ts';
import { AnalysersPanel } from '../features/analysers/analysers-panel.tsx';
import { text } from '../locale/text.ts';
import { Screen } from '../shared/ui/screen.tsx';
import { NotBuiltScreen } from './not-built-screen.tsx';

/** `/admin/configuration` – what runs rest on. */
export function ConfigurationScreen() {
  const can = useCan();
  if (!can('READ_KIT_CONFIG_ADMIN')) return <NotBuiltScreen title={text.shell.rail.configuration} />;
  return (
    <Screen title={text.shell.rail.configuration}>
      <AnalysersPanel />
    </Screen>
  );
}
