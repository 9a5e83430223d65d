import {
  combinedValueSchema,
  meaningOf,
  resultMisfit,
  ruleResult,
  type ChannelRuleSettings,
} from '@curvewell/domain';
import { Select, TextInput } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { useLook } from '../combinations/diagnostic-select.tsx';
import type { ChannelRuleDraft, OwnResultDraft, ResultCode } from '../draft/channel-rule-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';

const words = text.kits.checks.channelRules;
const OWN = '';
const CODES = ['lisCode', 'snomedCt', 'loinc'] as const satisfies readonly ResultCode[];
export const EMPTY_RESULT: OwnResultDraft = {
  name: '',
  meaning: 'positive',
  lisCode: '',
  snomedCt: '',
  loinc: '',
};

interface RuleResultFieldsProps {
  readonly result: ChannelRuleDraft['result'];
  readonly number: number;
  /** With the field whose consecutive changes are one step of the history; null: a step of its own. */
  readonly onChange: (result: ChannelRuleDraft['result'], field: string | null) => void;
}

/** The result of a rule: a diagnostic of the kit, or a name and codes of its own, and what is sent for it. */
export function RuleResultFields({ result, number, onChange }: RuleResultFieldsProps) {
  const { diagnostics } = useKitEditing();
  const lookOf = useLook();
  const chosen = 'diagnostic' in result ? result.diagnostic : OWN;
  const offered = diagnostics
    .filter((one) => resultMisfit(one) === null || one.diagnostic.name === chosen)
    .map((one) => ({
      value: one.diagnostic.name,
      label: words.withMeaning(lookOf(one.id).name, meaningOf(one)),
    }));
  return (
    <>
      <div className={styles['channel-rule-fields']}>
        <Select
          size="xs"
          label={words.kind}
          aria-label={words.kindOf(number)}
          allowDeselect={false}
          data={[
            { value: OWN, label: words.ownResult },
            ...offered,
            // A diagnostic that the kit lacks stays visible.
            ...(chosen === OWN || offered.some(({ value }) => value === chosen)
              ? []
              : [{ value: chosen, label: chosen }]),
          ]}
          value={chosen}
          onChange={(name) =>
            onChange(name === null || name === OWN ? EMPTY_RESULT : { diagnostic: name }, null)
          }
        />
        {'name' in result && <OwnResultFields result={result} onChange={onChange} />}
      </div>
      <Sent result={'name' in result ? { ...result, name: result.name.trim() } : result} />
    </>
  );
}

interface OwnResultFieldsProps extends Pick<RuleResultFieldsProps, 'onChange'> {
  readonly result: OwnResultDraft;
}

function OwnResultFields({ result, onChange }: OwnResultFieldsProps) {
  return (
    <>
      <TextInput
        size="xs"
        label={words.result}
        maxLength={80}
        value={result.name}
        onChange={({ currentTarget: { value } }) => onChange({ ...result, name: value }, 'name')}
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
          if (meaning !== undefined) onChange({ ...result, meaning }, null);
        }}
      />
      {CODES.map((code) => (
        <TextInput
          key={code}
          size="xs"
          label={words.codes[code]}
          maxLength={40}
          value={result[code]}
          onChange={({ currentTarget: { value } }) => onChange({ ...result, [code]: value.trim() }, code)}
        />
      ))}
    </>
  );
}

/** What other systems receive. */
function Sent({ result }: { readonly result: ChannelRuleSettings['result'] }) {
  const { diagnostics } = useKitEditing();
  const sent = ruleResult(result, diagnostics);
  return sent === null || sent.name === '' ? null : <p>{words.sent(sent)}</p>;
}
