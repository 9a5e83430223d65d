import { ActionIcon, Menu } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { usePlateSetup } from '../plate-setup-context.ts';

const BenchDialog = lazy(async () => ({ default: (await import('./bench-dialog.tsx')).BenchDialog }));
const LabelsDialog = lazy(async () => ({ default: (await import('./labels-dialog.tsx')).LabelsDialog }));

const words = text.bench;

/** Prints the plate before it is interpreted: as a bench sheet, or as labels. */
export function PrintMenu() {
  const { backToPlate } = usePlateSetup();
  const [open, setOpen] = useState<'sheet' | 'labels' | null>(null);
  const close = (): void => {
    setOpen(null);
    backToPlate();
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} variant="subtle" color="gray" aria-label={words.menu} title={words.menu}>
            <IconPrinter size={15} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('sheet')}>{words.sheet}</Menu.Item>
          <Menu.Item onClick={() => setOpen('labels')}>{words.labels}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === 'sheet' && <BenchDialog onClose={close} />}
        {open === 'labels' && <LabelsDialog onClose={close} />}
      </Suspense>
    </>
  );
}
