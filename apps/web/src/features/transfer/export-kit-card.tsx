import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { kitQueries, useExportKit } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { ListFailed } from '../../shared/ui/list-failed.tsx';
import { toastError, toastSuccess } from '../../shared/ui/toast.tsx';
import { KitVersionFields } from './kit-version-fields.tsx';
import { TransferCard } from './transfer-card.tsx';

const words = text.transfer;

/** One version of a kit as a file. */
export function ExportKitCard() {
  const [kitId, setKitId] = useState<string | null>(null);
  const [versionId, setVersionId] = useState<string | null>(null);
  const kits = useQuery(kitQueries.exportable(true));
  const versions = useQuery({ ...kitQueries.exportableVersions(kitId ?? ''), enabled: kitId !== null });
  const { mutateAsync, isPending } = useExportKit();
  const missing = kitId === null ? words.chooseKit : versionId === null ? words.chooseVersion : null;

  const act = async () => {
    if (kitId === null || versionId === null) {
      toastError(words.failed.exportKit, new Error(missing ?? ''));
      return;
    }
    try {
      const { blob, fileName } = await mutateAsync({ kitId, versionId });
      saveFile({ blob, fileName: fileName ?? 'kit.json' });
      toastSuccess(words.kitExported);
    } catch (error) {
      toastError(words.failed.exportKit, error);
    }
  };

  return (
    <TransferCard
      title={words.exportKit}
      note={missing ?? words.kitText}
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
          setVersionId(null);
        }}
        versions={versions.data ?? []}
        versionId={versionId}
        onVersion={setVersionId}
      />
    </TransferCard>
  );
}
