import { Button, MultiSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { kitQueries } from '../../data/kits.ts';
import { useExportLots } from '../../data/lots.ts';
import { text } from '../../locale/text.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { ListFailed } from '../../shared/ui/list-failed.tsx';
import { toastError, toastSuccess } from '../../shared/ui/toast.tsx';
import { KitVersionFields } from './kit-version-fields.tsx';
import { TransferCard } from './transfer-card.tsx';
import styles from './transfer.module.css';

const words = text.transfer;

/** Lots of a kit version as a file. */
export function ExportLotsCard() {
  const [kitId, setKitId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [lotIds, setLotIds] = useState<string[]>([]);
  const kits = useQuery(kitQueries.exportable(false));
  const versions = useQuery({ ...kitQueries.versions(kitId ?? ''), enabled: kitId !== null });
  const withLots = (kitId === null ? [] : (versions.data ?? [])).filter(({ lots = [] }) => lots.length > 0);
  // The newest stands first.
  const version = withLots.find(({ id }) => id === chosen) ?? withLots[0];
  const lots = version?.lots ?? [];
  const { mutateAsync, isPending } = useExportLots();
  const missing =
    kitId === null
      ? words.chooseKit
      : version === undefined
        ? words.chooseVersion
        : lotIds.length === 0
          ? words.chooseLots
          : null;

  const act = async () => {
    if (version === undefined || missing !== null) {
      toastError(words.failed.exportLots, new Error(missing ?? ''));
      return;
    }
    try {
      const { blob, fileName } = await mutateAsync({ versionId: version.id, lotIds });
      saveFile({ blob, fileName: fileName ?? 'lots.json' });
      toastSuccess(words.lotsExported);
    } catch (error) {
      toastError(words.failed.exportLots, error);
    }
  };

  return (
    <TransferCard
      title={words.exportLots}
      note={missing ?? words.lotsText}
      isWaiting={missing !== null}
      action={words.export}
      icon={<IconDownload size={16} stroke={1.6} />}
      isBusy={isPending}
      onAct={() => void act()}
    >
      {(kits.isError || versions.isError) && (
        <ListFailed
          title={words.failed.lists}
          onRetry={() => void (kits.isError ? kits.refetch() : versions.refetch())}
        />
      )}
      <KitVersionFields
        kits={kits.data ?? []}
        kitId={kitId}
        onKit={(next) => {
          setKitId(next);
          setChosen(null);
          setLotIds([]);
        }}
        versions={withLots}
        versionId={version?.id ?? null}
        onVersion={(next) => {
          setChosen(next);
          setLotIds([]);
        }}
      />
      <div className={styles['lots']}>
        <MultiSelect
          label={words.lots}
          required
          searchable
          disabled={version === undefined}
          data={lots.map(({ id, name }) => ({ value: id, label: name }))}
          value={lotIds}
          onChange={setLotIds}
        />
        <Button
          variant="default"
          disabled={version === undefined}
          onClick={() => {
            setLotIds(lots.map(({ id }) => id));
          }}
        >
          {words.allLots}
        </Button>
      </div>
    </TransferCard>
  );
}
