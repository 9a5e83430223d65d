import { useMantineColorScheme } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconFileImport,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';

import { useMe } from '../data/identity.ts';
import { Palette } from '../features/palette/palette.tsx';
import type { PaletteOption } from '../features/palette/palette-option.ts';
import { text } from '../locale/text.ts';
import { CONFIGURATION_TABS } from '../screens/configuration-tabs.ts';
import { paths } from '../shared/navigation/paths.ts';
import { showShortcuts } from '../shared/navigation/shortcuts.ts';
import { pageAccess, railEntries, refusalOf } from './access.ts';
import { logOut } from './log-out.ts';
import { RAIL_ENTRIES } from './rail-entries.ts';

interface PaletteDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function PaletteDialog(props: PaletteDialogProps) {
  return <Palette {...props} commands={[...usePages(), ...useActions()]} />;
}

function usePages(): PaletteOption[] {
  const me = useMe();
  const entries = railEntries(me);
  const aside = text.palette.page;
  const tabs = CONFIGURATION_TABS.filter(
    ({ needs }) => entries.includes('configuration') && needs.some((one) => me.permissions.includes(one)),
  );
  return [
    ...entries.map((entry) => ({
      id: `page ${entry}`,
      icon: RAIL_ENTRIES[entry].icon,
      name: text.shell.rail[entry],
      aside,
      to: RAIL_ENTRIES[entry].to,
    })),
    ...tabs.map(({ name }) => ({
      id: `tab ${name}`,
      icon: IconAdjustmentsHorizontal,
      name: text.configuration.tabs[name],
      aside,
      to: paths.configurationTab(name),
    })),
  ];
}

function useActions(): PaletteOption[] {
  const me = useMe();
  const { setColorScheme } = useMantineColorScheme();
  const mayImport = refusalOf(pageAccess.runs, me) === null;
  const actions = [
    ...(mayImport ? [{ icon: IconFileImport, name: text.runs.import, to: paths.runImport() }] : []),
    { icon: IconKeyboard, name: text.shell.user.shortcuts, to: showShortcuts },
    ...(['light', 'dark'] as const).map((scheme) => ({
      icon: scheme === 'light' ? IconSun : IconMoon,
      name: text.palette.theme[scheme],
      to: () => setColorScheme(scheme),
    })),
    { icon: IconLogout, name: text.shell.user.logOut, to: () => void logOut() },
  ];
  return actions.map((action) => ({ ...action, id: `action ${action.name}`, aside: text.palette.action }));
}
