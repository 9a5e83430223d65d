import { combinedValueSchema, inChannelOrder, meaningOf, type ChannelName } from '@curvewell/domain';
import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconArrowUp, IconTrash } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { useLook } from '../combinations/diagnostic-select.tsx';
import type { ChannelRuleDraft, ResultCode } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';

const words = text.kits.checks.channelRules;
const ANY = '';
const CODES = ['lisCode', 'snomedCt', 'loinc'] as const satisfies readonly ResultCode[];

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
  const { conditions, result } = rule;
  const shown = inChannelOrder([...channels, ...conditions.map(({ channel }) => channel)]);
  const changeResult = (part: Partial<ChannelRuleDraft['result']>, field: string | null): void =>
    onChange({ ...rule, result: { ...result, ...part } }, field && `channelRules ${number} ${field}`);
  return (
    <fieldset className={styles['channel-rule']}>
      <legend>{words.rule(number)}</legend>
      <div className={styles['channel-rule-fields']}>
        {shown.map((channel) => (
          <Condition key={channel} channel={channel} rule={rule} number={number} onChange={onChange} />
        ))}
      </div>
      <div className={styles['channel-rule-fields']}>
        <TextInput
          size="xs"
          label={words.result}
          maxLength={80}
          value={result.name}
          onChange={({ currentTarget: { value } }) => changeResult({ name: value }, 'name')}
        />
        <Select
          size="xs"
          label={words.meaning}
          allowDeselect={false}
          data={combinedValueSchema.shape.meaning.options.map((meaning) => ({
            value: meaning,
            label: words.meanings[meaning],
          }))}
          value={result.meaning}
          onChange={(chosen) => {
            const meaning = combinedValueSchema.shape.meaning.safeParse(chosen).data;
            if (meaning !== undefined) changeResult({ meaning }, null);
          }}
        />
        {CODES.map((code) => (
          <TextInput
            key={code}
            size="xs"
            label={words.codes[code]}
            maxLength={40}
            value={result[code]}
            onChange={({ currentTarget: { value } }) => changeResult({ [code]: value.trim() }, code)}
          />
        ))}
      </div>
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
