import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { tableAsCsv, tableAsTabs } from './result-file.ts';
import type { TableColumn } from './result-rows.ts';

interface TableActionsProps<Row> {
  /** As shown: in the order and with the columns on the screen. */
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn<Row>[];
  /** What a reader of any row must not overlook; null: nothing. */
  readonly notice: string | null;
  readonly fileName: string;
}

const words = text.interpretation.results;

/** Copies the table for a spreadsheet, or saves it as a file. */
export function TableActions<Row>({ rows, columns, notice, fileName }: TableActionsProps<Row>) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(tableAsTabs({ rows, columns, notice }));
      toastSuccess(words.copied(rows.length));
    } catch (error) {
      toastError(words.notCopied, error);
    }
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCopy size={14} stroke={1.6} />}
        onClick={() => void copy()}
      >
        {words.copy}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={14} stroke={1.6} />}
        aria-label={words.saveCsv}
        onClick={() =>
          saveFile({
            blob: new Blob([tableAsCsv({ rows, columns, notice })], { type: 'text/csv;charset=utf-8' }),
            fileName,
          })
        }
      >
        {words.csv}
      </Button>
    </>
  );
}
