import { Kbd, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconClipboard, IconListNumbers } from '@tabler/icons-react';
import { memo } from 'react';

import { text } from '../../../locale/text.ts';
import { PlateBar } from '../../../shared/ui/plate/plate-layout.tsx';
import { IconLabel } from '../../../shared/ui/screen/icon-label.tsx';
import { SelectAllButton, TableButton } from '../../plate/layout/plate-buttons.tsx';
import { ToolButton } from '../../plate/layout/tool-button.tsx';
import { usePlateSetup } from '../plate-setup-context.ts';
import classes from '../plate-setup.module.css';
import { PrintMenu } from '../bench/print-menu.tsx';
import { TemplateMenu } from '../templates/template-menu.tsx';

interface PlateToolsProps {
  readonly onPaste: () => void;
  readonly onWorkList: () => void;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

/** Beside a plate on a laptop every tool keeps its label; information shown elsewhere is hidden. */
const LAPTOP = '(62.5em <= width < 90em)';

/** Props of a button that stays focusable when it has no effect. */
const focusable = (isOn: boolean, act: () => void) =>
  isOn ? { onClick: act } : { 'aria-disabled': true, 'data-disabled': true };

export const PlateTools = memo(function PlateTools({
  onPaste,
  onWorkList,
  isTable,
  onTable,
}: PlateToolsProps) {
  const { editor, act, fillOrder, setFillOrder, isLocked } = usePlateSetup();
  const subtle = { variant: 'subtle', color: 'gray' } as const;
  return (
    <PlateBar data-print="none" role="toolbar" aria-label={text.wells.toolbar} className={classes['tools']}>
      <SelectAllButton onSelectAll={() => act({ type: 'all' })}>
        <IconLabel hiddenIn={LAPTOP}>
          <Kbd size="xs" ml={6}>
            Ctrl A
          </Kbd>
        </IconLabel>
      </SelectAllButton>
      <ToolButton
        label={text.wells.undo}
        {...subtle}
        leftSection={<IconArrowBackUp size={15} stroke={1.6} />}
        {...focusable(editor.canUndo && !isLocked, editor.undo)}
      />
      <ToolButton
        label={text.wells.redo}
        {...subtle}
        leftSection={<IconArrowForwardUp size={15} stroke={1.6} />}
        {...focusable(editor.canRedo && !isLocked, editor.redo)}
      />
      <ToolButton
        label={text.wells.paste}
        {...subtle}
        leftSection={<IconClipboard size={15} stroke={1.6} />}
        disabled={isLocked}
        onClick={onPaste}
      />
      <ToolButton
        label={text.workList.button}
        {...subtle}
        leftSection={<IconListNumbers size={15} stroke={1.6} />}
        disabled={isLocked}
        onClick={onWorkList}
      />
      <TableButton isTable={isTable} onTable={onTable} />
      <div className={classes['order']}>
        <IconLabel id="fill-order" hiddenIn={LAPTOP}>
          {text.wells.fillOrder}
        </IconLabel>
        <SegmentedControl
          size="xs"
          aria-labelledby="fill-order"
          data={[
            { value: 'row', label: text.wells.row },
            { value: 'column', label: text.wells.column },
          ]}
          value={fillOrder}
          onChange={(order) => setFillOrder(order === 'column' ? 'column' : 'row')}
        />
        <PrintMenu />
        <TemplateMenu />
      </div>
    </PlateBar>
  );
});
