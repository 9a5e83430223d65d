import { Drawer } from '@mantine/core';

import { text } from '../locale/text.ts';
import { Rail } from './rail.tsx';

interface NavigationDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The rail of a narrow window. */
export function NavigationDrawer({ opened, onClose }: NavigationDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={240}
      title={text.shell.menu}
      transitionProps={{ duration: 180 }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <Rail wide />
    </Drawer>
  );
}
