import { type ChannelName, type KitStatus, kitStatusSchema } from '@curvewell/domain';
import { Button, Select } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { useCan } from '../../../data/identity.ts';
import { text } from '../../../locale/text.ts';
import { kitOptions } from '../../../shared/format/kit-options.ts';
import { CreatableSelect } from '../../../shared/ui/fields/creatable-select.tsx';
import { IconLabel } from '../../../shared/ui/screen/icon-label.tsx';
import styles from './place.module.css';
import { NARROW_EDITOR } from '../narrow-editor.ts';
import { useKitListAddress } from '../list/use-kit-list-address.ts';
import { StatusBadge } from './status-badge.tsx';
import type { EditedChannels } from '../kit-editor-props.ts';
import { ChannelField } from './channel-field.tsx';
import { KitOwnerNote, ShareKit } from './kit-owner.tsx';
import type { ChosenPlace, PlaceChoice } from './use-place.ts';
import { nextVersion, usePlaceAdditions } from './use-place-additions.ts';

const words = text.kits.place;
const IN_PLACE = { withinPortal: false } as const;

interface PlaceCardProps {
  readonly chosen: ChosenPlace;
  /** Number of runs with this kit and buffer by analyser. */
  readonly runCounts: ReadonlyMap<string, number>;
  readonly channels: EditedChannels;
  readonly onRemoveChannel: (channel: ChannelName) => void;
  /** Asks before leaving unsaved changes; resolves to whether to go on. */
  readonly mayLeave: () => Promise<boolean>;
  readonly onStatus: (status: KitStatus) => void;
}

export function PlaceCard(props: PlaceCardProps) {
  const { chosen, runCounts, channels, onRemoveChannel, mayLeave, onStatus } = props;
  const { kits, kit, versions, version, buffer, analyser } = chosen;
  const { listAddress } = useKitListAddress();
  const can = useCan();
  const mayWrite = can('WRITE_KIT_CONFIG_ADMIN');
  const { addKit, addVersion, addBuffer, isPending } = usePlaceAdditions(chosen);
  const go = async (choice: PlaceChoice) => {
    if (await mayLeave()) chosen.choose(choice);
  };
  const add = (create: (name: string) => Promise<void>) =>
    mayWrite
      ? (name: string): void => {
          void mayLeave().then((isAgreed) => (isAgreed ? create(name) : undefined));
        }
      : undefined;
  const statusOf = (analyserId: string | undefined): KitStatus | null =>
    kit?.status?.find((one) => one.analyserId === analyserId)?.status ?? null;

  return (
    <section className={styles['place']} aria-label={words.title}>
      <Button
        component={Link}
        to={listAddress()}
        className={styles['back'] ?? ''}
        variant="subtle"
        px={6}
        leftSection={<IconChevronLeft size={16} stroke={1.6} aria-hidden />}
      >
        <IconLabel hiddenIn={NARROW_EDITOR}>{text.kits.list.back}</IconLabel>
      </Button>
      <div className={styles['kit']}>
        {kit !== null && <KitOwnerNote kit={kit} />}
        <CreatableSelect
          label={words.kit}
          data={kitOptions(kits)}
          value={kit?.id ?? null}
          onChange={(id) => void go({ kit: id, version: null, buffer: null, analyser: null, channel: null })}
          onAdd={add(addKit)}
          loading={isPending}
        />
      </div>
      {kit !== null && <ShareKit kit={kit} />}
      <div className={styles['version']}>
        <CreatableSelect
          label={words.version}
          disabled={kit === null}
          loading={chosen.isLoading}
          data={versions.map(({ id, version: name }) => ({ value: id, label: name }))}
          value={version?.id ?? null}
          onChange={(id) => void go({ version: id })}
          onAdd={add(addVersion)}
          nameToAdd={nextVersion(versions.length)}
        />
      </div>
      <div className={styles['buffer']}>
        <CreatableSelect
          label={words.buffer}
          disabled={kit === null}
          data={(kit?.reactionBuffers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={buffer?.id ?? null}
          onChange={(id) => void go({ buffer: id })}
          onAdd={version === null ? undefined : add(addBuffer)}
        />
      </div>
      <Select
        className={styles['analyser'] ?? ''}
        label={words.analyser}
        disabled={kit === null}
        comboboxProps={IN_PLACE}
        allowDeselect={false}
        data={chosen.analysers.map(({ id, name }) => ({ value: id, label: name }))}
        value={analyser?.id ?? null}
        onChange={(id) => void go({ analyser: id })}
        renderOption={({ option }) => (
          <span className={styles['analyser-option']}>
            <span>{option.label}</span>
            {(runCounts.get(option.value) ?? 0) > 0 && (
              <small>{words.runs(runCounts.get(option.value) ?? 0)}</small>
            )}
            <StatusBadge status={statusOf(option.value)} />
          </span>
        )}
      />
      <Select
        className={styles['status'] ?? ''}
        label={words.status}
        disabled={chosen.place === null || !mayWrite}
        comboboxProps={IN_PLACE}
        allowDeselect={false}
        data={kitStatusSchema.options.map((value) => ({ value, label: text.step1.kitStatus[value] }))}
        value={kit && analyser ? statusOf(analyser.id) : null}
        onChange={(status) => {
          const next = kitStatusSchema.safeParse(status).data;
          if (next !== undefined) onStatus(next);
        }}
        renderOption={({ option }) => <StatusBadge status={kitStatusSchema.parse(option.value)} />}
        {...(kit &&
          analyser && {
            leftSection: <StatusBadge status={statusOf(analyser.id)} />,
            leftSectionWidth: 'max-content',
            leftSectionPointerEvents: 'none',
            classNames: { input: styles['status-input'] ?? '', section: styles['status-section'] ?? '' },
          })}
      />
      <ChannelField chosen={chosen} channels={channels} onRemove={onRemoveChannel} />
    </section>
  );
}
