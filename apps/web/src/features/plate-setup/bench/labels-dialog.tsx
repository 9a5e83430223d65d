import { Checkbox, Modal, NumberInput, Radio, Select } from '@mantine/core';
import { useMemo, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { today } from '../../../shared/format/format.ts';
import { PrintSheet } from '../../../shared/ui/print/print-sheet.tsx';
import { usePlateSetup } from '../plate-setup-context.ts';
import { PrintButtons } from './bench-dialog.tsx';
import { LABEL_GRIDS, labelPages, sampleLabels, type LabelGridName } from './bench-plate.ts';
import classes from './bench-dialog.module.css';
import { LabelSheet } from './label-sheet.tsx';

const words = text.bench;
const GRIDS = Object.keys(LABEL_GRIDS) as LabelGridName[]; // the keys of an object literal

export function LabelsDialog({ onClose }: { readonly onClose: () => void }) {
  const { plate } = usePlateSetup();
  const [name, setName] = useState<LabelGridName>('5x13');
  const [first, setFirst] = useState(1);
  const [each, setEach] = useState<'sample' | 'well'>('sample');
  const [withControls, setWithControls] = useState(false);
  const grid = LABEL_GRIDS[name];
  const places = grid.columns * grid.rows;
  const labels = useMemo(() => sampleLabels(plate, { each, withControls }), [plate, each, withControls]);
  const pages = labelPages(labels, { grid, first: Math.min(first, places) });
  const sheet = <LabelSheet pages={pages} grid={grid} day={today()} />;
  return (
    <Modal opened onClose={onClose} size={1090} xOffset={16} title={words.labelsTitle}>
      <div className={classes['form']}>
        <Select
          label={words.grid}
          allowDeselect={false}
          data={GRIDS.map((value) => ({ value, label: words.grids[value] }))}
          value={name}
          onChange={(value) => setName(GRIDS.find((one) => one === value) ?? name)}
        />
        <NumberInput
          label={words.first}
          description={words.firstHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={1}
          max={places}
          allowDecimal={false}
          clampBehavior="strict"
          value={Math.min(first, places)}
          onChange={(value) => setFirst(Math.max(1, Number(value) || 1))}
        />
        <Radio.Group
          label={words.each}
          value={each}
          onChange={(value) => setEach(value === 'well' ? 'well' : 'sample')}
        >
          <Radio size="sm" mt={4} value="sample" label={words.eachOf.sample} />
          <Radio size="sm" mt={8} value="well" label={words.eachOf.well} />
        </Radio.Group>
        <Checkbox
          size="sm"
          mt={8}
          label={words.withControls}
          checked={withControls}
          onChange={(event) => setWithControls(event.currentTarget.checked)}
        />
        <p className={classes['note']} role="status">
          {labels.length === 0
            ? words.noLabels
            : `${words.count(labels.length, pages.length)}. ${words.scale}`}
        </p>
      </div>
      {pages.length > 0 && (
        <div className={classes['preview']} role="region" aria-label={words.preview} tabIndex={0}>
          <div className={classes['labels']}>{sheet}</div>
        </div>
      )}
      <PrintSheet>{sheet}</PrintSheet>
      <PrintButtons onClose={onClose} isReady={labels.length > 0} />
    </Modal>
  );
}
