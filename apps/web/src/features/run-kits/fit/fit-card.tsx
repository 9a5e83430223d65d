import type { KitFit, Run } from '@curvewell/domain';
import { Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { interpretationQueries } from '../../../data/interpretation.ts';
import { text } from '../../../locale/text.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import { FitAxis } from './fit-axis.tsx';
import styles from './fit-card.module.css';
import { FitWays } from './fit-ways.tsx';
import type { RowFit } from './use-row-fits.ts';

interface FitCardProps {
  readonly run: Run;
  readonly rowFit: RowFit;
  readonly onConfirm: (isOn: boolean) => void;
  readonly onUse: (offer: KitFit['offers'][number]) => void;
  readonly usedKitIds: ReadonlySet<string>;
  readonly onFile: (file: File) => void;
}

/** Explains where a kit and the files of a run do not match, and offers solutions. */
export function FitCard({ run, rowFit, onConfirm, onUse, usedKitIds, onFile }: FitCardProps) {
  const { fit, isImpossible, isConfirmed, wasConfirmed } = rowFit;
  const words = text.fit;
  const titleId = useId();
  const { data: melts = [] } = useQuery(
    interpretationQueries.melt({ runId: run.id, revision: run.revision }),
  );
  const kit = fit.findings[0]?.kit ?? '';
  return (
    <section className={styles['card']} aria-labelledby={titleId} data-impossible={isImpossible}>
      <div className={styles['head']} role="status">
        <IconAlertTriangle size={20} stroke={1.6} aria-hidden />
        <h2 id={titleId} tabIndex={-1}>
          {isImpossible ? words.impossible(kit) : words.doubtful(kit)}
        </h2>
        {fit.findings.map(({ key, text: sentence }) => (
          <p key={key}>{sentence}</p>
        ))}
      </div>
      <FitAxis kit={kit} fit={fit} curves={run.importReport.curves} melts={melts} />
      {!isImpossible && (
        <div className={styles['confirm']}>
          {wasConfirmed && run.fit ? (
            words.confirmedBy(run.fit.byName, formatDateTime(run.fit.at))
          ) : (
            <Checkbox
              label={words.confirm}
              checked={isConfirmed}
              onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
            />
          )}
        </div>
      )}
      <FitWays
        runId={run.id}
        offers={fit.offers.filter(({ kitVersion }) => !usedKitIds.has(kitVersion.kit.id))}
        onUse={onUse}
        onFile={onFile}
      />
    </section>
  );
}
