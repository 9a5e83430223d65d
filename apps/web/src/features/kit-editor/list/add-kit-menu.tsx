import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconCopy, IconFile, IconPlus, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { useCan } from '../../../data/identity.ts';
import { text } from '../../../locale/text.ts';
import { paths } from '../../../shared/navigation/paths.ts';

const words = text.kits.list;
const ICON = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

export type AddedKit = 'empty' | 'copy';

interface AddKitMenuProps {
  readonly onAdd: (kit: AddedKit) => void;
  /** There is a version that can be copied. */
  readonly canCopy: boolean;
}

/** The ways to add a kit that the user may take: empty, as a copy of another kit, from a file. */
export function AddKitMenu({ onAdd, canCopy }: AddKitMenuProps) {
  const can = useCan();
  const canWrite = can('WRITE_KIT_CONFIG_ADMIN');
  const canImport = can('IMPORT_KIT');
  if (!canWrite && !canImport) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconPlus {...ICON} />} rightSection={<IconChevronDown {...ICON} />}>
          {words.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {canWrite && (
          <>
            <Menu.Item mih={32} leftSection={<IconFile {...ICON} />} onClick={() => onAdd('empty')}>
              {words.ways.empty}
            </Menu.Item>
            <Menu.Item
              mih={32}
              leftSection={<IconCopy {...ICON} />}
              disabled={!canCopy}
              onClick={() => onAdd('copy')}
            >
              {words.ways.copy}
            </Menu.Item>
          </>
        )}
        {canImport && (
          <Menu.Item mih={32} component={Link} to={paths.kitImport()} leftSection={<IconUpload {...ICON} />}>
            {words.ways.file}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
