import type { Run } from '@curvewell/domain';
import { Anchor } from '@mantine/core';
import { IconMailForward, IconMailOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { useCan } from '../../../data/identity.ts';
import { text } from '../../../locale/text.ts';
import { deliveryWords } from '../../../shared/format/delivery-words.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { SendMark } from '../../../shared/ui/badges/send-mark.tsx';
import classes from '../interpretation.module.css';

/** The state of a waiting or failed delivery, with a link to the connection. */
export function DeliveryNote({ run }: { readonly run: Run }) {
  const can = useCan();
  const { delivery } = run;
  if (run.ftpSent === true || delivery === null || (delivery.state === 'NOT_SENT' && delivery.fault === null))
    return <SendMark run={run} />;
  const isStopped = delivery.state === 'NOT_SENT';
  const Sign = isStopped ? IconMailOff : IconMailForward;
  return (
    <span className={classes['delivery']} data-stopped={isStopped || undefined}>
      <Sign size={16} stroke={1.6} aria-hidden />
      {deliveryWords(delivery)}
      {isStopped && can('WRITE_DIAGNOSTIC') && (
        <>
          {' – '}
          <Anchor component={Link} fz="inherit" to={paths.fileTransfer()}>
            {text.sending.state.open}
          </Anchor>
        </>
      )}
    </span>
  );
}
