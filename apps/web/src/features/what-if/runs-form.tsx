import { Button, Checkbox, Select } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import type { RunChoice } from '../../shared/what-if-kit.ts';
import { DayInput } from '../../shared/ui/fields/day-input.tsx';
import { Form } from '../../shared/forms/form.tsx';
import styles from './what-if.module.css';

const words = text.whatIf.runs;

const LAST = [20, 50, 100, 200];

interface RunsFormProps {
  readonly runs: RunChoice;
  readonly onChange: (runs: RunChoice) => void;
  /** Null if the settings cannot be evaluated. */
  readonly onRun: (() => void) | null;
}

/** Selects the runs and starts the evaluation again. */
export function RunsForm({ runs, onChange, onRun }: RunsFormProps) {
  return (
    <Form className={styles['form']} aria-label={words.title} onSubmit={() => onRun?.()}>
      <h2 className={styles['title']}>{words.title}</h2>
      <div className={styles['pair']}>
        <Select
          label={words.last}
          size="xs"
          allowDeselect={false}
          data={LAST.map(String)}
          value={String(runs.last)}
          onChange={(last) => onChange({ ...runs, last: Number(last) })}
        />
        <Select
          label={words.status}
          size="xs"
          allowDeselect={false}
          data={[
            { value: 'INTERPRETED', label: words.interpreted },
            { value: 'APPROVED', label: words.approved },
          ]}
          value={runs.status}
          onChange={(status) => onChange({ ...runs, status: status === 'APPROVED' ? status : 'INTERPRETED' })}
        />
      </div>
      <DayInput
        label={words.from}
        value={runs.from ?? ''}
        onChange={(day) => onChange({ ...runs, from: day === '' ? null : day })}
      />
      <Checkbox
        size="xs"
        label={words.samples}
        checked={runs.samples}
        onChange={({ currentTarget }) => onChange({ ...runs, samples: currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label={words.controls}
        checked={runs.controls}
        onChange={({ currentTarget }) => onChange({ ...runs, controls: currentTarget.checked })}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        disabled={onRun === null || !(runs.samples || runs.controls)}
        leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden />}
        style={{ justifySelf: 'start' }}
      >
        {words.again}
      </Button>
      <p className={styles['small']}>{words.override}</p>
    </Form>
  );
}
