import { SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { ChannelMark } from '../../../shared/ui/badges/channel-mark.tsx';
import { IconLabel } from '../../../shared/ui/screen/icon-label.tsx';
import { channelLineHeight } from './channel-line.ts';
import classes from './channel-tabs.module.css';
import { useReview } from '../state/review-context.ts';

/** Here, and beside a large chart, the tools need the room. */
const LAPTOP = '(width < 90em)';

export function ChannelTabs() {
  const { channels, channel, setChannel, unresolved, isLarge } = useReview();
  const countIn = (name: string): number =>
    unresolved.filter(({ interpreted }) => interpreted.channel === name).length;
  if (channels.length <= 1) return <AloneCount count={countIn(channel)} />;
  const hasLine = channelLineHeight(channels) > 0;
  return (
    <SegmentedControl
      size={hasLine || isLarge ? 'xs' : 'sm'}
      classNames={{ root: classes[isLarge && !hasLine ? 'beside' : 'tabs'] ?? '' }}
      aria-label={text.interpretation.channel}
      data={channels.map((name, index) => ({
        value: name,
        label: (
          <span className={classes['tab']}>
            <span>
              <ChannelMark channel={name} />
              <IconLabel hiddenIn={isLarge ? 'all' : LAPTOP}>{text.interpretation.channel} </IconLabel>
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

const { doubtsIn, unresolved: unresolvedWords } = text.interpretation;

/** A single channel has no tabs, so its count has a label. The button shows when all are resolved. */
function AloneCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes['count']} data-open>
      <IconAlertTriangle size={14} stroke={1.8} />
      <span>{unresolvedWords(count)}</span>
    </span>
  );
}

function DoubtCount({ count }: { readonly count: number }) {
  return (
    <span className={classes['count']} data-open={count > 0 || undefined}>
      {count > 0 ? <IconAlertTriangle size={14} stroke={1.8} /> : <IconCheck size={14} stroke={2} />}
      {count > 0 && <span aria-hidden="true">{count}</span>}
      <span className="visually-hidden">{doubtsIn(count)}</span>
    </span>
  );
}
