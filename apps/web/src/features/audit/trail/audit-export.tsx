import type { AuditFilter } from '@curvewell/contracts';
import { Button, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

import { useExportAudit } from '../../../data/audit.ts';
import { text } from '../../../locale/text.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';

interface AuditExportProps {
  readonly filter: AuditFilter;
  /** “Export 318 entries” */
  readonly label: string;
  readonly disabled: boolean;
  /** Small, for a toolbar. */
  readonly isSmall?: boolean;
}

const words = text.audit;

export function AuditExport({ filter, label, disabled, isSmall = false }: AuditExportProps) {
  const exportAudit = useExportAudit();
  const save = async (format: 'csv' | 'json'): Promise<void> => {
    try {
      const { blob, fileName } = await exportAudit.mutateAsync({ ...filter, format });
      saveFile({ blob, fileName: fileName ?? `audit.${format}` });
      toastSuccess(words.exported);
    } catch (error) {
      toastError(words.exportFailed, error);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconDownload size={15} stroke={1.6} aria-hidden />}
          {...(isSmall && { size: 'xs', variant: 'default' })}
          loading={exportAudit.isPending}
          disabled={disabled}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('csv')}>{words.exportMenu.csv}</Menu.Item>
        <Menu.Item onClick={() => void save('json')}>
          {words.exportMenu.json}
          <Text span display="block" size="xs" c="var(--ink2)">
            {words.exportMenu.jsonAbout}
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
