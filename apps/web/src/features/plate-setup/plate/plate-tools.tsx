import { Button, Kbd, SegmentedControl } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconClipboard,
  IconLayoutGrid,
  IconTable,
} from '@tabler/icons-react';
import { memo } from 'react';

import { plateTexts } from '../../../locale/en-GB/plate.ts';
import { wellsTexts } from '../../../locale/en-GB/wells.ts';
import { PlateBar } from '../../../shared/ui/plate-layout.tsx';
import { usePlateSetup } from '../plate-setup-context.ts';
import classes from '../plate-setup.module.css';
import { TemplateMenu } from '../templates/template-menu.tsx';

interface PlateToolsProps {
  readonly onPaste: () => void;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

/** The tools above the plate. */
export const PlateTools = memo(function PlateTools({ onPaste, isTable, onTable }: PlateToolsProps) {
  const { editor, act, fillOrder, setFillOrder, isLocked } = usePlateSetup();
  const subtle = { size: 'xs', variant: 'subtle', color: 'gray' } as const;
  return (
    <PlateBar role="toolbar" aria-label={wellsTexts.toolbar}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconLayoutGrid size={15} stroke={1.6} />}
        onClick={() => {
          act({ type: 'all' });
        }}
      >
        {plateTexts.selectAll}
        <Kbd size="xs" ml={6}>
          Ctrl A
        </Kbd>
      </Button>
      <Button
        {...subtle}
        leftSection={<IconArrowBackUp size={15} stroke={1.6} />}
        disabled={!editor.canUndo || isLocked}
        onClick={editor.undo}
      >
        {wellsTexts.undo}
      </Button>
      <Button
        {...subtle}
        leftSection={<IconArrowForwardUp size={15} stroke={1.6} />}
        disabled={!editor.canRedo || isLocked}
        onClick={editor.redo}
      >
        {wellsTexts.redo}
      </Button>
      <Button
        {...subtle}
        leftSection={<IconClipboard size={15} stroke={1.6} />}
        disabled={isLocked}
        onClick={onPaste}
      >
        {wellsTexts.paste}
      </Button>
      <Button
        {...subtle}
        leftSection={<IconTable size={15} stroke={1.6} />}
        aria-pressed={isTable}
        onClick={() => {
          onTable(!isTable);
        }}
      >
        {isTable ? plateTexts.showAsPlate : plateTexts.showAsTable}
      </Button>
      <div className={classes['order']}>
        <span id="fill-order">{wellsTexts.fillOrder}</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="fill-order"
          data={[
            { value: 'row', label: wellsTexts.row },
            { value: 'column', label: wellsTexts.column },
          ]}
          value={fillOrder}
          onChange={(order) => {
            setFillOrder(order === 'column' ? 'column' : 'row');
          }}
        />
        <TemplateMenu />
      </div>
    </PlateBar>
  );
});
