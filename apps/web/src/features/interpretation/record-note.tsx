import type { RecordDifference } from '@curvewell/contracts';
import { Button, Popover } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { decisionQueries } from '../../data/decisions.ts';
import { text } from '../../locale/text.ts';
import classes from './interpretation.module.css';

const texts = text.record;
const MOST = 12;

/** Whether a decided run is what was signed, as the server finds it now; or what differs. */
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
        <Differences differences={data.differences} />
        <p>{texts.tell}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

function Differences({ differences }: { readonly differences: readonly RecordDifference[] }) {
  return (
    <ul className={classes['differences']}>
      {differences.slice(0, MOST).map(({ what, signed, found }) => (
        <li key={what}>{texts.differs(what, signed ?? texts.nothing, found ?? texts.nothing)}</li>
      ))}
      {differences.length > MOST && <li>{texts.more(differences.length - MOST)}</li>}
    </ul>
  );
}
