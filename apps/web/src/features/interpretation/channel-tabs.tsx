import { SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import classes from './channel-tabs.module.css';
import { useReview } from './review-context.ts';

/** The channels, each with how many of its wells somebody must look at. */
export function ChannelTabs() {
  const { channels, channel, setChannel, unresolved } = useReview();
  const countIn = (name: string): number =>
    unresolved.filter(({ interpreted }) => interpreted.channel === name).length;
  if (channels.length <= 1) return <DoubtCount count={countIn(channel)} isAlone />;
  return (
    <SegmentedControl
      size="sm"
      aria-label={text.interpretation.channel}
      data={channels.map((name, index) => ({
        value: name,
        label: (
          <span className={classes['tab']}>
            <span>
              <span className={classes['word']}>{text.interpretation.channel} </span>
              {text.interpretation.channelOption(index + 1, name)}
            </span>
            <DoubtCount count={countIn(name)} />
          </span>
        ),
      }))}
      value={channel}
      onChange={(value) => {
        const wanted = channels.find((name) => name === value);
        if (wanted) setChannel(wanted);
      }}
    />
  );
}

interface DoubtCountProps {
  readonly count: number;
  /** No tab stands beside it: it says in words what it counts. */
  readonly isAlone?: boolean;
}

function DoubtCount({ count, isAlone = false }: DoubtCountProps) {
  const { unresolved, allResolved, doubtsIn } = text.interpretation;
  return (
    <span className={classes['count']} data-open={count > 0 || undefined}>
      {count > 0 ? <IconAlertTriangle size={14} stroke={1.8} /> : <IconCheck size={14} stroke={2} />}
      {isAlone ? (
        <span>{count > 0 ? unresolved(count) : allResolved}</span>
      ) : (
        <>
          {count > 0 && <span aria-hidden="true">{count}</span>}
          <span className="visually-hidden">{doubtsIn(count)}</span>
        </>
      )}
    </span>
  );
}
