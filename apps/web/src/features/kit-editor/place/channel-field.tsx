import { channelNameSchema, type ChannelName, inChannelOrder } from '@curvewell/domain';
import { ActionIcon, Input, Menu, SegmentedControl } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment } from 'react';

import { text } from '../../../locale/text.ts';
import { ChannelMark } from '../../../shared/ui/badges/channel-mark.tsx';
import type { EditedChannels } from '../kit-editor-props.ts';
import styles from './place.module.css';
import type { ChosenPlace } from './use-place.ts';

const words = text.kits.place;

interface ChannelFieldProps {
  readonly chosen: Pick<ChosenPlace, 'kit' | 'analyser' | 'channel' | 'choose'>;
  readonly channels: EditedChannels;
  readonly onRemove: (channel: ChannelName) => void;
}

/** With fewer, the specification's two are shown as well: those of most kits. */
const WITH_OWN_CHANNELS = 2;

/**
 * The channels of the version: those with settings and the chosen one. A menu adds others, those of the analyser first,
 * and removes the settings of the chosen one.
 */
export function ChannelField({ chosen, channels, onRemove }: ChannelFieldProps) {
  const { kit, analyser, channel, choose } = chosen;
  const usual: readonly ChannelName[] = channels.used.length < WITH_OWN_CHANNELS ? ['FAM', 'TEXAS_RED'] : [];
  const shown = inChannelOrder([...usual, channel, ...channels.used]);
  const others = channelNameSchema.options.filter((name) => !shown.includes(name));
  const isOfAnalyser = (name: ChannelName) => analyser?.channels.includes(name) === true;
  const groups = [
    { label: words.addChannel(analyser?.name ?? ''), names: others.filter(isOfAnalyser) },
    // Their dyes are assigned by hand at the import, as on analysers with an older profile.
    { label: words.addOther, names: others.filter((name) => !isOfAnalyser(name)) },
  ].filter(({ names }) => names.length > 0);
  // With more channels, only the chosen one has room for its target.
  const isWide = shown.length <= 2;
  const canRemove = channels.removable.includes(channel);
  const targetOf = (name: ChannelName): string =>
    kit?.channelAssignments.find((one) => one.channel === name)?.label ?? '';
  const go = (name: ChannelName): void => choose({ channel: name });
  return (
    <Input.Wrapper label={words.channel} labelElement="div" className={styles['channel'] ?? ''}>
      <div className={styles['channels']}>
        <SegmentedControl
          aria-label={words.channel}
          disabled={kit === null}
          data={shown.map((name) => ({
            value: name,
            label: <ChannelLabel name={name} target={isWide || name === channel ? targetOf(name) : ''} />,
          }))}
          value={channel}
          onChange={go}
        />
        {kit !== null && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={words.channels}>
                <IconDots size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {groups.map(({ label, names }) => (
                <Fragment key={label}>
                  <Menu.Label>{label}</Menu.Label>
                  {names.map((name) => (
                    <Menu.Item key={name} onClick={() => go(name)}>
                      <ChannelLabel name={name} target={targetOf(name)} />
                    </Menu.Item>
                  ))}
                </Fragment>
              ))}
              {canRemove && (
                <Menu.Item color="danger" onClick={() => onRemove(channel)}>
                  {words.removeChannel(channel)}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </Input.Wrapper>
  );
}

function ChannelLabel({ name, target }: { readonly name: ChannelName; readonly target: string }) {
  return (
    <span title={target === '' ? undefined : `${name} ${target}`}>
      <ChannelMark channel={name} />
      {name}
      {target !== '' && <small className={styles['target']}> {target}</small>}
    </span>
  );
}
