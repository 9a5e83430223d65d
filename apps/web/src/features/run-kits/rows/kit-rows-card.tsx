import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import type { LotDays } from '../../../shared/format/lot-days.ts';
import { KitRowFields } from './kit-row-fields.tsx';
import { kitsFor } from './kit-rows.ts';
import styles from '../run-metadata.module.css';
import { useKitAdditions } from './use-kit-additions.ts';
import type { useKitRowState } from './use-kit-row-state.ts';

interface KitRowsCardProps {
  readonly rows: ReturnType<typeof useKitRowState>;
  readonly analyserId: string | null;
  readonly tried: boolean;
  readonly onAdd: () => void;
  readonly days: LotDays;
}

export function KitRowsCard({ rows, analyserId, tried, onAdd, days }: KitRowsCardProps) {
  const additions = useKitAdditions(analyserId);
  const shown = rows.shown.map(({ row }) => row);
  return (
    <section className={styles['card']} aria-labelledby="kits-card">
      <h2 id="kits-card" className={styles['cardTitle']}>
        {text.step1.kitsCard}
        <span className={styles['numbers']}>{text.step1.numbers}</span>
      </h2>
      <div className={styles['rows']}>
        {rows.shown.map(({ row, ...rest }, index) => (
          <KitRowFields
            key={row.key}
            shown={{ row, ...rest }}
            index={index}
            onChange={rows.change}
            onVersion={rows.keepVersion}
            onPass={(field) => rows.pass(row.key, field)}
            onRemove={shown.length === 1 ? null : () => rows.remove(row.key)}
            kits={kitsFor(row, shown, rows.kits)}
            kitNames={rows.kits.map(({ name }) => name)}
            analyserId={analyserId}
            additions={additions}
            tried={tried}
            days={days}
          />
        ))}
      </div>
      <Button
        className={styles['addKit'] ?? ''}
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}
        onClick={onAdd}
      >
        {text.step1.addKit}
      </Button>
    </section>
  );
}
