import {
  type Analyser,
  channelNameSchema,
  type ChannelName,
  compareChannels,
  type InspectedDye,
} from '@curvewell/domain';
import { Button, Checkbox, Select } from '@mantine/core';
import { useState } from 'react';

import { useDeleteStoredDye } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { ChannelMark } from '../../shared/ui/badges/channel-mark.tsx';
import { toastError } from '../../shared/ui/messages/toast.tsx';
import { channelOf, type Choices } from './import-inspection.ts';
import styles from './run-import.module.css';

const LEFT_OUT = 'left out';

interface DyeFieldsProps {
  readonly dyes: readonly InspectedDye[];
  /** Dyes that the analyser's profile assigns. The user may assign them otherwise. */
  readonly assigned: readonly InspectedDye[];
  readonly analyser: Analyser;
  readonly choices: Pick<Choices, 'dyes'>;
  readonly onChoose: (dye: string, channel: ChannelName | null) => void;
  readonly keeps: boolean;
  readonly onKeeps: (keeps: boolean) => void;
  /** No dye has a channel yet, so the user must choose. */
  readonly isAsked: boolean;
  readonly error: string | null;
  readonly locked: boolean;
}

/** The channels in the files, and the channel of each dye that the analyser's profile does not assign. */
export function DyeFields(props: DyeFieldsProps) {
  const { dyes, assigned, analyser, choices, onChoose, keeps, onKeeps, isAsked, error, locked } = props;
  const [isOpen, setIsOpen] = useState(false);
  const all = [...assigned, ...dyes];
  const isChosen = all.some(({ dye }) => dye in choices.dyes);
  const isKept = dyes.some(({ kept }) => kept !== null);
  const asked = isOpen || assigned.some(({ dye }) => dye in choices.dyes) ? all : dyes;
  if (asked.length === 0 || (!isAsked && !isOpen && !isChosen && !isKept)) {
    return (
      <p className={styles['leftOut']}>
        <AssignedChannels dyes={assigned} />
        {dyes.length > 0 && text.runImport.leftOutDyes(dyes.map(({ dye }) => dye).join(', '))}
        <Button variant="subtle" size="xs" disabled={locked} onClick={() => setIsOpen(true)}>
          {text.runImport.changeDyes}
        </Button>
      </p>
    );
  }
  return (
    <fieldset className={styles['question']} data-question="dyes">
      <legend>{isAsked ? text.runImport.dyesAsked : text.runImport.dyes}</legend>
      {asked.length < all.length && assigned.length > 0 && (
        <p className={styles['leftOut']}>
          <AssignedChannels dyes={assigned} />
        </p>
      )}
      {asked.map((dye, index) => (
        <div key={dye.dye} className={styles['dye']}>
          <Select
            label={text.runImport.dye(dye.dye)}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={[
              ...channelNameSchema.options.map((value) => ({ value, label: value })),
              { value: LEFT_OUT, label: text.runImport.leftOut },
            ]}
            value={
              isAsked && dye.kept === null && !(dye.dye in choices.dyes)
                ? null
                : (channelOf(dye, choices) ?? LEFT_OUT)
            }
            placeholder={text.runImport.chooseChannel}
            onChange={(value) => onChoose(dye.dye, channelNameSchema.safeParse(value).data ?? null)}
            disabled={locked}
            error={index === 0 ? error : null}
          />
          {dye.kept !== null && !(dye.dye in choices.dyes) && (
            <KeptDye dye={dye} kept={dye.kept} analyser={analyser} locked={locked} />
          )}
        </div>
      ))}
      {isChosen && (
        <Checkbox
          label={text.runImport.storeDyes(analyser.name)}
          checked={keeps}
          disabled={locked}
          onChange={({ currentTarget }) => onKeeps(currentTarget.checked)}
        />
      )}
    </fieldset>
  );
}

/** “Channels: FAM, HEX (VIC).” */
function AssignedChannels({ dyes }: { readonly dyes: readonly InspectedDye[] }) {
  const inOrder = dyes
    .flatMap(({ dye, channel }) => (channel === null ? [] : [{ dye, channel }]))
    .sort((a, b) => compareChannels(a.channel, b.channel));
  if (inOrder.length === 0) return null;
  return (
    <span className={styles['channels']} data-channels>
      {text.runImport.channels}
      {inOrder.map(({ dye, channel }) => (
        <span key={dye}>
          <ChannelMark channel={channel} />
          {text.importReport.channel(channel, dye)}
        </span>
      ))}
    </span>
  );
}

interface KeptDyeProps extends Pick<DyeFieldsProps, 'analyser' | 'locked'> {
  readonly dye: InspectedDye;
  readonly kept: NonNullable<InspectedDye['kept']>;
}

function KeptDye({ dye, kept, analyser, locked }: KeptDyeProps) {
  const deleteStoredDye = useDeleteStoredDye();
  const forget = () =>
    deleteStoredDye.mutate(kept.id, {
      onError: (error) => toastError(text.runImport.notForgotten, error),
    });
  return (
    <p className={styles['kept']}>
      {text.runImport.keptBy(analyser.name, kept.byName)}
      <Button
        variant="subtle"
        size="xs"
        disabled={locked}
        aria-label={text.runImport.deleteStoredDye(dye.dye)}
        onClick={forget}
      >
        {text.runImport.forget}
      </Button>
    </p>
  );
}
