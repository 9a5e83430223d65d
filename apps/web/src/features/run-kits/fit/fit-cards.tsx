import { type Run, unusedChannelsText } from '@curvewell/domain';
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

import { useSetAcquisitions } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx';
import { toastError } from '../../../shared/ui/messages/toast.tsx';
import { FitCard } from './fit-card.tsx';
import { type KitRow, withKit } from '../rows/kit-rows.ts';
import type { useRowFits } from './use-row-fits.ts';

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
