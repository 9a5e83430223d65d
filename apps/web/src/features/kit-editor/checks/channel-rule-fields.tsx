import { inChannelOrder, meaningOf, type ChannelName } from '@curvewell/domain';
import { ActionIcon, Select } from '@mantine/core';
import { IconArrowUp, IconTrash } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { useLook } from '../combinations/diagnostic-select.tsx';
import type { ChannelRuleDraft } from '../draft/channel-rule-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';
import { RuleResultFields } from './rule-result-fields.tsx';

const words = text.kits.checks.channelRules;
const ANY = '';

interface ChannelRuleFieldsProps {
  readonly rule: ChannelRuleDraft;
  readonly number: number;
  readonly onChange: (rule: ChannelRuleDraft, about: string | null) => void;
  readonly onRemove: () => void;
  /** Null: it is the first. */
  readonly onUp: (() => void) | null;
}

export function ChannelRuleFields({ rule, number, onChange, onRemove, onUp }: ChannelRuleFieldsProps) {
  const { channels } = useKitEditing();
  const { conditions } = rule;
  const shown = inChannelOrder([...channels, ...conditions.map(({ channel }) => channel)]);
  return (
    <fieldset className={styles['channel-rule']}>
      <legend>{words.rule(number)}</legend>
      <div className={styles['channel-rule-fields']}>
        {shown.map((channel) => (
          <Condition key={channel} channel={channel} rule={rule} number={number} onChange={onChange} />
        ))}
      </div>
      <RuleResultFields
        result={rule.result}
        number={number}
        onChange={(result, field) =>
          onChange({ ...rule, result }, field && `channelRules ${number} ${field}`)
        }
      />
      <div className={styles['channel-rule-buttons']}>
        {onUp !== null && (
          <ActionIcon variant="subtle" color="gray" aria-label={words.up(number)} onClick={onUp}>
            <IconArrowUp size={15} stroke={1.6} />
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" color="gray" aria-label={words.remove(number)} onClick={onRemove}>
          <IconTrash size={15} stroke={1.6} />
        </ActionIcon>
      </div>
    </fieldset>
  );
}

interface ConditionProps extends Pick<ChannelRuleFieldsProps, 'rule' | 'number' | 'onChange'> {
  readonly channel: ChannelName;
}

/** The diagnostic that a channel must have. */
function Condition({ channel, rule, number, onChange }: ConditionProps) {
  const { diagnostics } = useKitEditing();
  const lookOf = useLook();
  const chosen = rule.conditions.find((one) => one.channel === channel)?.diagnostic;
  const known = diagnostics.map((one) => ({
    value: one.diagnostic.name,
    label: words.withMeaning(lookOf(one.id).name, meaningOf(one)),
  }));
  return (
    <Select
      size="xs"
      label={channel}
      aria-label={words.inChannel(number, channel)}
      allowDeselect={false}
      data={[
        { value: ANY, label: words.any },
        ...known,
        // A diagnostic that the kit lacks stays visible.
        ...(chosen === undefined || known.some(({ value }) => value === chosen)
          ? []
          : [{ value: chosen, label: chosen }]),
      ]}
      value={chosen ?? ANY}
      onChange={(diagnostic) => {
        const others = rule.conditions.filter((one) => one.channel !== channel);
        const own = diagnostic === null || diagnostic === ANY ? [] : [{ channel, diagnostic }];
        onChange({ ...rule, conditions: [...others, ...own] }, null);
      }}
    />
  );
}
