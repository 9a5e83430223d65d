import { Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';

import { useCan } from '../data/identity.ts';
import { text } from '../locale/text.ts';
import { Screen } from '../shared/ui/screen/screen.tsx';
import styles from './configuration-screen.module.css';
import { addressOfTab, CONFIGURATION_TABS } from './configuration-tabs.ts';
import { NotBuiltScreen } from './not-built-screen.tsx';
import { WaitingRows } from '../shared/ui/screen/waiting.tsx';

/** `/admin/configuration?tab=` – kits, lots and other settings. The tabs depend on the user's permissions. */
export function ConfigurationScreen() {
  const can = useCan();
  const [address, setAddress] = useSearchParams();
  const tabs = CONFIGURATION_TABS.filter(({ needs }) => needs.some((permission) => can(permission)));
  const shown = tabs.find(({ name }) => name === address.get('tab')) ?? tabs[0];
  if (shown === undefined) return <NotBuiltScreen title={text.shell.rail.configuration} />;

  return (
    <Tabs
      className={styles['tabs'] ?? ''}
      variant="pills"
      keepMounted={false}
      value={shown.name}
      onChange={(tab) => setAddress(addressOfTab(tab ?? shown.name, address))}
    >
      <Screen
        title={text.shell.rail.configuration}
        beside={
          <Tabs.List aria-label={text.shell.rail.configuration}>
            {tabs.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {text.configuration.tabs[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Panel value={shown.name} className={styles['panel'] ?? ''}>
          <Suspense fallback={<WaitingRows height={44} hasBar />}>
            <shown.Panel />
          </Suspense>
        </Tabs.Panel>
      </Screen>
    </Tabs>
  );
}
