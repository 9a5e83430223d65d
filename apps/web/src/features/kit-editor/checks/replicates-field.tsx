import { DEFAULT_REPLICATES, type ReplicateRule, replicateRuleSchema } from '@curvewell/domain';
import { Select, Switch } from '@mantine/core';
import { useId } from 'react';

import { text } from '../../../locale/text.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';
import { NumberField } from '../phases/number-field.tsx';
import { checkFieldId } from './check-field-id.ts';
import { SwitchedField } from './switched-field.tsx';

const words = text.kits.checks.replicates;

/** Whether wells with one name are one sample, and how their results become one. */
export function ReplicatesField() {
  const { version, isLocked, editVersion } = useKitEditing();
  const { replicates } = version;
  return (
    <SwitchedField
      title={words.title}
      label={words.byName}
      settings={words.settingsText(replicates)}
      isOn={replicates !== null}
      onSwitch={(isOn) =>
        editVersion((before) => ({ ...before, replicates: isOn ? DEFAULT_REPLICATES : null }), null)
      }
      explanation={replicates === null ? words.offText : words.onText}
    >
      {replicates !== null && !isLocked && <RuleFields replicates={replicates} />}
    </SwitchedField>
  );
}

type Replicates = NonNullable<ReturnType<typeof useKitEditing>['version']['replicates']>;

function RuleFields({ replicates }: { readonly replicates: Replicates }) {
  const { issues, editVersion } = useKitEditing();
  const id = useId();
  const change = (part: Partial<Replicates>, field: string | null) =>
    editVersion((before) => ({ ...before, replicates: { ...replicates, ...part } }), field);
  return (
    <>
      <div className={styles['checks-numbers']}>
        <Select
          size="xs"
          w={230}
          label={words.rule}
          aria-describedby={id}
          allowDeselect={false}
          data={replicateRuleSchema.options.map((rule) => ({ value: rule, label: words.rules[rule] }))}
          value={replicates.rule}
          onChange={(rule) => {
            if (isRule(rule)) change({ rule }, null);
          }}
        />
        <NumberField
          id={checkFieldId('replicates')}
          label={words.spread}
          decimals={2}
          step={0.05}
          max={5}
          value={replicates.tmSpread}
          error={issues.some(({ field }) => field === 'replicates')}
          onChange={(tmSpread) => change({ tmSpread }, 'replicates')}
        />
      </div>
      <p id={id}>{words.ruleText[replicates.rule]}</p>
      <Switch
        size="sm"
        label={words.ignore}
        checked={replicates.ignoresNoCall}
        onChange={({ currentTarget: { checked } }) => change({ ignoresNoCall: checked }, null)}
      />
    </>
  );
}

const isRule = (value: string | null): value is ReplicateRule => replicateRuleSchema.safeParse(value).success;
