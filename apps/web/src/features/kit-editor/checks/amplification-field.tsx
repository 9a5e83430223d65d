import {
  amplificationChannels,
  compareChannels,
  DEFAULT_LATEST_CYCLE,
  type ChannelName,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { flatRules } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';
import { NumberField } from '../phases/number-field.tsx';
import { checkFieldId } from './check-field-id.ts';
import { SwitchedField } from './switched-field.tsx';

const words = text.kits.checks.amplification;

/** Whether rules can use the amplification of the channel, and its latest cycle. */
export function AmplificationField() {
  const { channel, version, draft, issues, isLocked, editVersion } = useKitEditing();
  const { amplification } = version;
  const own = amplification?.find((one) => one.channel === channel);
  const faults = issues.filter(({ field }) => field === 'amplification');
  const change = (latestCycle: number | null, about: string | null): void =>
    editVersion((before) => {
      const others = (before.amplification ?? []).filter((one) => one.channel !== channel);
      const next =
        latestCycle === null
          ? others
          : [...others, { channel, latestCycle }].sort((a, b) => compareChannels(a.channel, b.channel));
      return { ...before, amplification: next.length === 0 ? null : next };
    }, about);
  const others = (amplification ?? []).filter((one) => one.channel !== channel);
  return (
    <SwitchedField
      title={words.title}
      label={words.on(channel)}
      id={checkFieldId('amplification')}
      settings={words.settingsText(amplification)}
      isOn={own !== undefined}
      onSwitch={(isOn) => change(isOn ? DEFAULT_LATEST_CYCLE : null, null)}
      explanation={own === undefined ? words.offText : words.onText}
    >
      {own !== undefined && !isLocked && (
        <div className={styles['checks-numbers']}>
          <NumberField
            label={words.latest(channel)}
            decimals={1}
            max={60}
            value={own.latestCycle}
            onChange={(latest) => {
              // Settings have no missing number; a cycle out of range is not taken.
              if (latest !== null && latest >= 10 && latest <= 60) change(latest, 'amplification');
            }}
          />
        </div>
      )}
      {!isLocked && others.length > 0 && <p>{words.others(words.settingsText(others))}</p>}
      {own !== undefined && !isUsed(draft, channel) && <p>{words.notUsed}</p>}
      {faults.map(({ message }) => (
        <p key={message} role="alert">
          {message}
        </p>
      ))}
    </SwitchedField>
  );
}

/** Whether a rule of any channel uses the amplification of this one. */
const isUsed = (draft: ReturnType<typeof useKitEditing>['draft'], channel: ChannelName): boolean =>
  amplificationChannels(flatRules(draft)).includes(channel);
