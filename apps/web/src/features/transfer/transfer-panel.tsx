import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { ExportKitCard } from './export-kit-card.tsx';
import { ExportLotsCard } from './export-lots-card.tsx';
import { ImportKitCard } from './import-kit-card.tsx';
import { ImportLotsCard } from './import-lots-card.tsx';
import styles from './transfer.module.css';

const words = text.transfer;
const WAYS = ['export', 'import'] as const;

/** Import and export of kit versions and lots. Each card has its own permission. */
export function TransferPanel() {
  const can = useCan();
  const open = WAYS.filter((way) =>
    way === 'export' ? can('EXPORT_KIT') || can('EXPORT_LOTS') : can('IMPORT_KIT') || can('IMPORT_LOTS'),
  );
  const [address] = useSearchParams();
  const [chosen, setChosen] = useState(open.find((way) => way === address.get('way')) ?? open[0]);
  return (
    <>
      <h2 className="visually-hidden">{words.title}</h2>
      <SegmentedControl
        className={styles['tabs'] ?? ''}
        aria-label={words.title}
        data={open.map((way) => ({ value: way, label: words[way] }))}
        value={chosen ?? 'export'}
        onChange={setChosen}
      />
      {chosen === 'export' && (
        <div className={styles['two']}>
          {can('EXPORT_KIT') && <ExportKitCard />}
          {can('EXPORT_LOTS') && <ExportLotsCard />}
        </div>
      )}
      {chosen === 'import' && (
        <div className={styles['two']}>
          {can('IMPORT_KIT') && <ImportKitCard />}
          {can('IMPORT_LOTS') && <ImportLotsCard />}
        </div>
      )}
    </>
  );
}
