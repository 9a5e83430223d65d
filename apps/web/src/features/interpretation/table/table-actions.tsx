import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { useReview } from '../state/review-context.ts';
import { tableAsCsv, tableAsTabs } from './result-file.ts';
import type { ResultColumn, ResultRow } from './result-rows.ts';

interface TableActionsProps {
  /** As shown: in the order and with the columns on the screen. */
  readonly rows: readonly ResultRow[];
  readonly columns: readonly ResultColumn[];
}

const words = text.interpretation.results;

/** Copies the table for a spreadsheet, or saves it as a file. */
export function TableActions({ rows, columns }: TableActionsProps) {
  const { run, channel, phase } = useReview();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(tableAsTabs(rows, columns));
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
        onClick={() => {
          saveFile({
            blob: new Blob([tableAsCsv(rows, columns)], { type: 'text/csv;charset=utf-8' }),
            fileName: words.file(run.businessId, channel, phase),
          });
        }}
      >
        {words.csv}
      </Button>
    </>
  );
}
