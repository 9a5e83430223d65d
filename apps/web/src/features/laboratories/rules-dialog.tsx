import {
  controlKindSchema,
  DEFAULT_LABORATORY_RULES,
  type LaboratoryRules,
  laboratoryRulesSchema,
  MAX_REQUIRED_CONTROLS,
  NEW_LABORATORY_RULES,
} from '@curvewell/domain';
import {
  Button,
  Checkbox,
  Group,
  Input,
  Modal,
  NumberInput,
  SimpleGrid,
  Stack,
  Textarea,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { text } from '../../locale/text.ts';
import styles from './laboratories.module.css';
import { linesOf, listOf } from './rule-words.ts';

const { rules: words } = text.laboratories;

interface RulesDialogProps {
  readonly name: string;
  readonly rules: LaboratoryRules;
  readonly onChange: (rules: LaboratoryRules) => void;
  readonly onClose: () => void;
  /** The table of requirements. */
  readonly children: ReactNode;
}

/** Settings with a description if the label is not enough. */
const QUESTIONS = [
  { rule: 'overrideNeedsReason', meaning: null },
  { rule: 'rejectionNeedsReason', meaning: null },
  { rule: 'signInAgain', meaning: words.signInAgainText },
  { rule: 'fourEyes', meaning: words.fourEyesText },
  { rule: 'changedRunsLeave', meaning: words.changedRunsLeaveText },
  { rule: 'sameNameIsReplicate', meaning: words.sameNameIsReplicateText },
] as const;
const LISTS = ['override', 'controlOverride', 'rejection', 'control'] as const;

const byList = <Value,>(valueOf: (list: (typeof LISTS)[number]) => Value) => ({
  override: valueOf('override'),
  controlOverride: valueOf('controlOverride'),
  rejection: valueOf('rejection'),
  control: valueOf('control'),
});

/** The rules that rarely change. They are saved with the laboratory's form. */
export function RulesDialog({ name, rules, onChange, onClose, children }: RulesDialogProps) {
  const { commonReasons } = rules;
  const [lines, setLines] = useState(() => byList((list) => linesOf(commonReasons[list])));
  const shape = laboratoryRulesSchema.shape.commonReasons;
  const wrong = new Set(
    shape.safeParse(byList((list) => listOf(lines[list]))).error?.issues.map(({ path }) => path[0]),
  );

  return (
    <Modal opened onClose={onClose} size={760} title={words.title(name)}>
      <Stack gap="md">
        {children}
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
          {QUESTIONS.map(({ rule, meaning }) => (
            <Checkbox
              key={rule}
              label={words[rule]}
              description={meaning}
              checked={rules[rule]}
              onChange={({ currentTarget: { checked } }) => onChange({ ...rules, [rule]: checked })}
            />
          ))}
        </SimpleGrid>
        <NumberInput
          label={words.nearBorder}
          description={words.nearBorderText}
          suffix=" %"
          w={320}
          min={1}
          max={50}
          allowDecimal={false}
          clampBehavior="strict"
          value={rules.nearBorderPercent}
          onChange={(percent) => {
            if (typeof percent === 'number') onChange({ ...rules, nearBorderPercent: percent });
          }}
        />
        <NumberInput
          label={words.idleLock}
          description={words.idleLockText}
          w={320}
          min={1}
          max={480}
          allowDecimal={false}
          clampBehavior="strict"
          value={rules.idleLockMinutes ?? ''}
          onChange={(minutes) =>
            onChange({ ...rules, idleLockMinutes: typeof minutes === 'number' ? minutes : null })
          }
        />
        <RequiredControlsFields rules={rules} onChange={onChange} />
        {LISTS.map((list) => (
          <Textarea
            key={list}
            label={words.reasons[list]}
            description={words.reasonsText}
            autosize
            minRows={2}
            maxRows={5}
            value={lines[list]}
            error={wrong.has(list) ? words.reasonsWrong : undefined}
            onChange={({ currentTarget: { value } }) => {
              setLines({ ...lines, [list]: value });
              onChange({ ...rules, commonReasons: { ...commonReasons, [list]: listOf(value) } });
            }}
          />
        ))}
        <Group justify="flex-end" className={styles['ends'] ?? ''}>
          <Button
            variant="default"
            mr="auto"
            onClick={() => {
              onChange({ ...DEFAULT_LABORATORY_RULES, ...NEW_LABORATORY_RULES });
              onClose();
            }}
          >
            {words.toDefaults}
          </Button>
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Number of controls that the laboratory requires, in addition to the kit version. */
function RequiredControlsFields({ rules, onChange }: Pick<RulesDialogProps, 'rules' | 'onChange'>) {
  return (
    <Input.Wrapper
      label={words.controlsTitle}
      description={words.controlsText}
      labelElement="div"
      role="group"
      aria-label={words.controlsTitle}
    >
      <Group mt={4}>
        {controlKindSchema.options.map((kind) => (
          <NumberInput
            key={kind}
            label={words.controls[kind]}
            w={154}
            min={0}
            max={MAX_REQUIRED_CONTROLS}
            allowDecimal={false}
            clampBehavior="strict"
            value={rules.controls[kind]}
            onChange={(count) => {
              if (typeof count === 'number')
                onChange({ ...rules, controls: { ...rules.controls, [kind]: count } });
            }}
          />
        ))}
      </Group>
    </Input.Wrapper>
  );
}
