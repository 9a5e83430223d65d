import { Button, Modal } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import { usePrinting } from '../../../shared/hooks/use-printing.ts';
import { PrintSheet } from '../../../shared/ui/print/print-sheet.tsx';
import { BenchSheet } from './bench-sheet.tsx';
import classes from './bench-dialog.module.css';

const words = text.bench;

export function BenchDialog({ onClose }: { readonly onClose: () => void }) {
  const [opened] = useState(() => new Date().toISOString());
  const at = usePrinting() ?? opened;
  return (
    <Modal opened onClose={onClose} size={1334} xOffset={16} title={words.sheet}>
      <div className={classes['preview']} role="region" aria-label={words.preview} tabIndex={0}>
        <div className={classes['paper']}>
          <BenchSheet at={at} />
        </div>
      </div>
      <PrintSheet>
        <BenchSheet at={at} />
      </PrintSheet>
      <PrintButtons onClose={onClose} isReady />
    </Modal>
  );
}

interface PrintButtonsProps {
  readonly onClose: () => void;
  readonly isReady: boolean;
}

export function PrintButtons({ onClose, isReady }: PrintButtonsProps) {
  return (
    <div className={classes['foot']}>
      <Button variant="default" onClick={onClose}>
        {text.common.close}
      </Button>
      <Button data-autofocus disabled={!isReady} onClick={() => window.print()}>
        {words.print}
      </Button>
    </div>
  );
}
