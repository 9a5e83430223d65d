import type { ChannelName } from '@curvewell/domain';

import { CHANNEL_COLOUR } from '../../colour/channel-colour.ts';
import styles from './channel-mark.module.css';

/** The colour of a channel, beside its name. */
export function ChannelMark({ channel }: { readonly channel: ChannelName }) {
  return (
    <span
      className={styles['mark']}
      style={{ background: CHANNEL_COLOUR[channel] }}
      data-channel-mark={channel}
      aria-hidden
    />
  );
}
