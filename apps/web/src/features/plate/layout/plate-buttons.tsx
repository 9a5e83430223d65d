import type { ButtonProps } from '@mantine/core';
import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import { ToolButton } from './tool-button.tsx';

interface SelectAllButtonProps {
  readonly onSelectAll: () => void;
  /** The keyboard shortcut. */
  readonly children?: ReactNode;
}

export function SelectAllButton({ onSelectAll, children }: SelectAllButtonProps) {
  return (
    <ToolButton
      label={text.plate.selectAll}
      variant="default"
      leftSection={<IconLayoutGrid size={15} stroke={1.6} />}
      onClick={onSelectAll}
    >
      {children}
    </ToolButton>
  );
}

interface TableButtonProps extends Pick<ButtonProps, 'ml'> {
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

export function TableButton({ isTable, onTable, ...place }: TableButtonProps) {
  return (
    <ToolButton
      {...place}
      label={isTable ? text.plate.asPlate : text.plate.asTable}
      variant="subtle"
      color="gray"
      leftSection={<IconTable size={15} stroke={1.6} />}
      aria-label={isTable ? text.plate.showAsPlate : text.plate.showAsTable}
      onClick={() => onTable(!isTable)}
    />
  );
}
