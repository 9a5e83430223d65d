import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { KitVersionFields } from './kit-version-fields.tsx';
import { TransferCard } from './transfer-card.tsx';

const words = text.transfer;

interface ListOfChoices<Item> {
  readonly data: readonly Item[] | undefined;
  readonly isError: boolean;
  readonly isLoading: boolean;
  readonly refetch: () => Promise<unknown>;
}

type Fields = ComponentProps<typeof KitVersionFields>;

interface ExportCardProps extends Omit<Fields, 'kits' | 'versions' | 'isLoading'> {
  readonly words: Readonly<Record<'title' | 'text' | 'done' | 'failed' | 'fileName', string>>;
  readonly kits: ListOfChoices<Fields['kits'][number]>;
  readonly versions: ListOfChoices<unknown>;
  /** The versions that can be exported. */
  readonly offered: Fields['versions'];
  /** The missing choice; null if complete. */
  readonly missing: string | null;
  readonly isBusy: boolean;
  readonly onExport: () => Promise<{ readonly blob: Blob; readonly fileName: string | null }>;
  /** Further choices. */
  readonly children?: ReactNode;
}

/** Exports a kit version or its lots as a file. */
export function ExportCard(props: ExportCardProps) {
  const { words: own, kits, versions, offered, missing, isBusy, onExport, children, ...fields } = props;
  const act = async () => {
    if (missing !== null) {
      toastError(own.failed, new Error(missing));
      return;
    }
    try {
      const { blob, fileName } = await onExport();
      saveFile({ blob, fileName: fileName ?? own.fileName });
      toastSuccess(own.done);
    } catch (error) {
      toastError(own.failed, error);
    }
  };
  const lost = [kits, versions].find(({ isError }) => isError);

  return (
    <TransferCard
      title={own.title}
      text={own.text}
      note={missing ?? words.nothingChanges}
      isWaiting={missing !== null}
      action={own.title}
      icon={<IconDownload size={16} stroke={1.6} />}
      isBusy={isBusy}
      onAct={() => void act()}
    >
      {lost && <ListFailed title={words.failed.lists} onRetry={() => void lost.refetch()} />}
      <KitVersionFields
        kits={kits.data ?? []}
        versions={offered}
        isLoading={versions.isLoading}
        {...fields}
      />
      {children}
    </TransferCard>
  );
}
