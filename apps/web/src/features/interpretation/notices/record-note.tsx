import { Button, Popover } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { decisionQueries } from '../../../data/decisions.ts';
import { text } from '../../../locale/text.ts';
import { RecordDifferences } from '../../../shared/ui/alerts/record-differences.tsx';
import classes from '../interpretation.module.css';

const texts = text.record;

/** Whether a decided run still matches its signed record, or the differences. */
export function RecordNote({ runId }: { readonly runId: string }) {
  const { data, isError } = useQuery(decisionQueries.record(runId));
  if (isError) return <span className={classes['decided']}>{texts.notChecked}</span>;
  if (data === undefined || data.state === 'unsigned') return null;
  if (data.state === 'unchanged')
    return (
      <span className={classes['record']}>
        <IconShieldCheck size={16} stroke={1.6} aria-hidden /> {texts.unchanged}
      </span>
    );
  return (
    <Popover width={520} position="top-start" withArrow>
      <Popover.Target>
        <Button
          color="danger"
          variant="outline"
          size="xs"
          leftSection={<IconShieldX size={16} stroke={1.6} aria-hidden />}
        >
          {texts.changed}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="alert">
        <RecordDifferences differences={data.differences} />
        <p>{texts.contactAdministrator}</p>
      </Popover.Dropdown>
    </Popover>
  );
}
