import { type KitFit, type Run, unusedChannelsText } from '@curvewell/domain';
import { Alert, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { useSetAcquisitions } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx';
import { toastError } from '../../../shared/ui/messages/toast.tsx';
import { type KitRow, withKit } from '../rows/kit-rows.ts';
import type { RowFit, useRowFits } from './use-row-fits.ts';
import { interpretationQueries } from '../../../data/interpretation.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import { FitAxis } from './fit-axis.tsx';
import styles from './fit-card.module.css';
import { FitWays } from './fit-ways.tsx';

interface FitCardsProps {
  readonly run: Run;
  readonly fits: ReturnType<typeof useRowFits>;
  readonly rows: readonly KitRow[];
  readonly onChange: (row: KitRow) => void;
  /** Called after another file was read; the form starts over. */
  readonly onRead: (run: Run) => void;
}

/** A card for each kit that does not match the files of the run. */
export function FitCards({ run, fits, rows, onChange, onRead }: FitCardsProps) {
  const replace = useSetAcquisitions(run.id);
  const readFile = async (file: File): Promise<void> => {
    const kitIds = rows.flatMap(({ kitId }) => kitId ?? []);
    try {
      onRead(
        await replace.mutateAsync({
          analyser: { id: run.analyser },
          kitIds,
          revision: run.revision,
          files: [file],
        }),
      );
    } catch (error) {
      toastError(text.fit.fileNotRead, error);
    }
  };
  const usedKitIds = new Set(rows.flatMap(({ kitId }) => kitId ?? []));
  return (
    <>
      {fits.failed && <ListFailed title={text.fit.failed} onRetry={() => void fits.failed?.refetch()} />}
      {fits.unused.length > 0 && (
        <Alert color="accent" icon={<IconInfoCircle size={18} stroke={1.6} aria-hidden />}>
          {unusedChannelsText(fits.unused, text.fit.noChosenKit)}
        </Alert>
      )}
      {fits.fits.map((rowFit) => (
        <FitCard
          key={rowFit.row.key}
          run={run}
          rowFit={rowFit}
          usedKitIds={usedKitIds}
          onConfirm={(isOn) => fits.confirm(rowFit, isOn)}
          onUse={({ kitVersion }) =>
            onChange({ ...withKit(rowFit.row, kitVersion.kit.id), versionId: kitVersion.id })
          }
          onFile={(file) => void readFile(file)}
        />
      ))}
    </>
  );
}

interface FitCardProps {
  readonly run: Run;
  readonly rowFit: RowFit;
  readonly onConfirm: (isOn: boolean) => void;
  readonly onUse: (offer: KitFit['offers'][number]) => void;
  readonly usedKitIds: ReadonlySet<string>;
  readonly onFile: (file: File) => void;
}

/** Explains where a kit and the files of a run do not match, and offers solutions. */
function FitCard({ run, rowFit, onConfirm, onUse, usedKitIds, onFile }: FitCardProps) {
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
