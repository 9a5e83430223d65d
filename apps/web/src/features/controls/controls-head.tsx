import type { ControlChoice } from '@curvewell/contracts';
import { inChannelOrder } from '@curvewell/domain';
import { SegmentedControl, Select } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { kitOptions } from '../../shared/format/kit-options.ts';
import styles from './controls.module.css';
import { PERIODS, type ControlsView, type SetAddress } from './use-controls-address.ts';

const words = text.controls;

interface ControlsHeadProps {
  readonly choices: readonly ControlChoice[];
  readonly view: ControlsView;
  readonly set: SetAddress;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const optionsOf = (named: readonly Named[]) =>
  [...new Map(named.map(({ id, name }) => [id, { value: id, label: name }])).values()].sort((a, b) =>
    a.label.localeCompare(b.label),
  );

/** The owner is shown if two kits have one name. */
const optionsOfKits = (choices: readonly ControlChoice[]) =>
  kitOptions([...new Map(choices.map(({ kit }) => [kit.id, kit])).values()]).sort((a, b) =>
    a.label.localeCompare(b.label),
  );

/** The selection of controls. A different kit starts with its most recent reading. */
export function ControlsHead({ choices, view, set }: ControlsHeadProps) {
  const { choice, analyserId, period } = view;
  const ofKit = choices.filter(({ kit }) => kit.id === choice.kit.id);
  const ofBuffer = ofKit.filter(({ reactionBuffer }) => reactionBuffer.id === choice.reactionBuffer.id);
  const channels = inChannelOrder(ofBuffer.map(({ channel }) => channel));
  const noneChosen = { control: null, reading: null };
  const common = { size: 'sm', allowDeselect: false, checkIconPosition: 'right' } as const;
  return (
    <div className={styles['head']}>
      <Select
        {...common}
        w={150}
        label={words.kit}
        data={optionsOfKits(choices)}
        value={choice.kit.id}
        onChange={(kit) => set({ ...noneChosen, kit, buffer: null, channel: null, analyser: null })}
      />
      <Select
        {...common}
        w={110}
        label={words.reactionBuffer}
        data={optionsOf(ofKit.map(({ reactionBuffer }) => reactionBuffer))}
        value={choice.reactionBuffer.id}
        onChange={(buffer) =>
          set({ ...noneChosen, kit: choice.kit.id, buffer, channel: null, analyser: null })
        }
      />
      <Select
        {...common}
        w={164}
        label={words.analyser}
        data={[
          { value: 'all', label: words.allAnalysers },
          ...optionsOf(ofBuffer.map((one) => one.analyser)),
        ]}
        value={analyserId ?? 'all'}
        onChange={(analyser) => set({ reading: null, analyser })}
      />
      <div className={styles['field']}>
        <span className={styles['label']} id="controls-channel">
          {words.channel}
        </span>
        <SegmentedControl
          size="sm"
          aria-labelledby="controls-channel"
          data={channels}
          value={choice.channel}
          onChange={(channel) =>
            set({ ...noneChosen, kit: choice.kit.id, buffer: choice.reactionBuffer.id, channel })
          }
        />
      </div>
      <Select
        {...common}
        w={150}
        label={words.period}
        data={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
        value={period}
        onChange={(next) => set({ reading: null, period: next })}
      />
    </div>
  );
}
