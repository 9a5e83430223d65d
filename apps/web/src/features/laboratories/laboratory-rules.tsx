import {
  type CheckedDecision,
  DEFAULT_LABORATORY_RULES,
  demandSchema,
  doubtKindSchema,
  type LaboratoryRules,
} from '@curvewell/contracts';
import { Button, Popover, Select, type SelectProps, VisuallyHidden } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useId, useState } from 'react';

import { text } from '../../locale/text.ts';
import { useHoverPopover } from '../../shared/ui/full-text.tsx';
import styles from './laboratories.module.css';
import { rulesInWords } from './rule-words.ts';
import { RulesDialog } from './rules-dialog.tsx';

const { rules: words } = text.laboratories;

interface LaboratoryRulesRowProps {
  readonly name: string;
  readonly rules: LaboratoryRules;
  readonly submitterMayApprove: boolean;
  /** Null: this person may only look. */
  readonly onChange: ((rules: LaboratoryRules) => void) | null;
}

/** What each kind of doubt asks of who approves; the other rules in a dialog. */
export function LaboratoryRulesRow({ name, rules, submitterMayApprove, onChange }: LaboratoryRulesRowProps) {
  const [isOpen, setOpen] = useState(false);
  if (onChange === null) {
    return (
      <p className={styles['note']}>
        {text.laboratories.submitter(submitterMayApprove)} {rulesInWords(rules)}
      </p>
    );
  }
  return (
    <>
      <Demands decision="approve" rules={rules} onChange={onChange} />
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        leftSection={<IconAdjustments size={16} stroke={1.6} />}
        onClick={() => {
          setOpen(true);
        }}
      >
        {words.more}
      </Button>
      {isOpen && (
        <RulesDialog
          name={name}
          rules={rules}
          onChange={onChange}
          onClose={() => {
            setOpen(false);
          }}
        >
          <Demands decision="submit" rules={rules} onChange={onChange} />
        </RulesDialog>
      )}
    </>
  );
}

interface ExplainedSelectProps extends Omit<SelectProps, 'label'> {
  readonly label: string;
  readonly explanation: string;
}

/** What the choice asks for stands beside it while it is pointed at or has the focus. */
function ExplainedSelect({ label, explanation, ...select }: ExplainedSelectProps) {
  const { opened, target, dropdown } = useHoverPopover();
  const id = useId();
  const { onKeyDown, ...pointed } = target;
  return (
    <Popover opened={opened} position="top-start" shadow="md" withRoles={false} width={260}>
      <Popover.Target>
        <div {...pointed} onKeyDown={onKeyDown}>
          <Select {...select} size="xs" label={label} aria-describedby={id} />
          <VisuallyHidden id={id}>{explanation}</VisuallyHidden>
        </div>
      </Popover.Target>
      <Popover.Dropdown {...dropdown} aria-hidden fz="xs">
        {explanation}
      </Popover.Dropdown>
    </Popover>
  );
}

interface DemandsProps {
  readonly decision: CheckedDecision;
  readonly rules: LaboratoryRules;
  readonly onChange: (rules: LaboratoryRules) => void;
}

/** One Select for each kind of doubt. */
function Demands({ decision, rules, onChange }: DemandsProps) {
  return (
    <fieldset className={styles['demands']}>
      <legend>{words[decision]}</legend>
      {doubtKindSchema.options.map((kind) => (
        <ExplainedSelect
          key={kind}
          label={words.kinds[kind]}
          explanation={words.explained[rules[decision][kind]]}
          allowDeselect={false}
          checkIconPosition="right"
          comboboxProps={{ width: 260, position: 'bottom-start' }}
          data={demandSchema.options.map((value) => ({ value, label: words.demands[value] }))}
          renderOption={({ option }) => (
            <span>
              <b>
                {option.value === DEFAULT_LABORATORY_RULES[decision][kind]
                  ? words.isDefault(option.label)
                  : option.label}
              </b>
              <span className={styles['explained']}>{words.explained[demandSchema.parse(option.value)]}</span>
            </span>
          )}
          value={rules[decision][kind]}
          onChange={(demand) => {
            onChange({ ...rules, [decision]: { ...rules[decision], [kind]: demandSchema.parse(demand) } });
          }}
        />
      ))}
    </fieldset>
  );
}
