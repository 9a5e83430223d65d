import { type Laboratory, nameSchema } from '@curvewell/domain';
import { ActionIcon, Group, Radio, TextInput, Tooltip } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';

import { useCreateLaboratories } from '../../data/laboratories.ts';
import { text } from '../../locale/text.ts';
import { ApiProblem } from '../../shared/api/api-problem.ts';
import { toastError, toastInfo, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { Form } from '../../shared/forms/form.tsx';
import styles from './laboratories.module.css';
import { nameRows, withoutRow } from './name-rows.ts';

const words = text.laboratories;

interface AddLaboratoriesProps {
  /** Id of the form, so that a button elsewhere can submit it. */
  readonly formId: string;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onAdded: (first: Laboratory | null) => void;
}

/** Adds several laboratories at once, one row each. */
export function AddLaboratories({ formId, onChanged, onAdded }: AddLaboratoriesProps) {
  const [rows, setRows] = useState<readonly string[]>(['']);
  const [fourEyes, setFourEyes] = useState<'yes' | 'no' | null>(null);
  const [isUnanswered, setUnanswered] = useState(false);
  const [issues, setIssues] = useState<ReadonlyMap<number, string>>(new Map());
  const { mutateAsync } = useCreateLaboratories();
  const list = useRef<HTMLFormElement>(null);
  /** The last row was added by Enter, and so is no laboratory until it has a name. */
  const [isOffered, setOffered] = useState(false);
  const write = (next: readonly string[]) => {
    setRows(next);
    setIssues(new Map());
    onChanged(next.some((name) => name.trim() !== ''));
  };
  /** after the row is rendered */
  const focusRow = (row: number) => {
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[row]?.focus());
  };
  const addAfter = (row: number) => {
    write(rows.toSpliced(row + 1, 0, ''));
    setOffered(false);
    focusRow(row + 1);
  };
  /** Enter moves to the next name. In an empty row it adds no further row and says so. */
  const goOn = (row: number) => {
    if (rows[row]?.trim() === '') {
      setIssues(new Map([[row, words.needsName]]));
      return;
    }
    if (row < rows.length - 1) {
      focusRow(row + 1);
      return;
    }
    addAfter(row);
    setOffered(true);
  };

  const save = async () => {
    const sent = isOffered && rows.length > 1 && rows.at(-1)?.trim() === '' ? rows.slice(0, -1) : rows;
    const wrong = new Map(
      sent.flatMap((name, row) => {
        if (name.trim() === '') return [[row, words.needsName]];
        const issue = nameSchema.safeParse(name).error?.issues[0];
        return issue === undefined ? [] : [[row, issue.message]];
      }),
    );
    setIssues(wrong);
    const [first] = wrong.keys();
    if (first !== undefined) {
      if (sent.some((name) => name.trim() === '')) toastInfo(words.needsName);
      focusRow(first);
      return;
    }
    if (fourEyes === null) {
      setUnanswered(true);
      list.current?.querySelector<HTMLInputElement>('input[type="radio"]')?.focus();
      return;
    }
    try {
      const made = await mutateAsync(sent.map((name) => ({ name, fourEyes: fourEyes === 'yes' })));
      onChanged(false);
      toastSuccess(words.created(made.length));
      onAdded(made[0] ?? null);
    } catch (error) {
      if (error instanceof ApiProblem) {
        const named = error.issues.map(({ path, message }) => [Number(path[1]), message] as const);
        setIssues(new Map(named));
        if (named[0] !== undefined) focusRow(named[0][0]);
      }
      toastError(words.notCreated, error);
    }
  };

  return (
    <Form id={formId} ref={list} noValidate className={styles['rowsCard']} onSubmit={save}>
      <div className={styles['rows']}>
        {rows.map((name, row) => (
          <div key={row} className={styles['row']}>
            <TextInput
              label={words.row(row + 1)}
              required
              maxLength={100}
              value={name}
              error={issues.get(row)}
              {...(row === 0 && { 'data-autofocus': true })}
              onChange={({ currentTarget: { value } }) => write(rows.with(row, value))}
              onPaste={(event) => {
                const pasted = nameRows(event.clipboardData.getData('text'));
                if (pasted.length < 2) return;
                event.preventDefault();
                write(rows.toSpliced(row, name.trim() === '' ? 1 : 0, ...pasted));
                focusRow(row + pasted.length - 1);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                goOn(row);
              }}
            />
            <Tooltip label={words.removeRow(row + 1)} disabled={rows.length === 1}>
              <ActionIcon
                size={34}
                variant="default"
                aria-label={words.removeRow(row + 1)}
                disabled={rows.length === 1}
                onClick={() => {
                  write(withoutRow(rows, row));
                  focusRow(Math.max(0, row - 1));
                }}
              >
                <IconMinus size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
            {row === rows.length - 1 && (
              <Tooltip label={words.addRow}>
                <ActionIcon
                  size={34}
                  variant="default"
                  aria-label={words.addRow}
                  onClick={() => addAfter(row)}
                >
                  <IconPlus size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            )}
          </div>
        ))}
      </div>
      <Radio.Group
        p={12}
        required
        label={words.whoDecides}
        description={words.whoDecidesText}
        value={fourEyes}
        error={isUnanswered ? words.whoDecidesMissing : undefined}
        onChange={(value) => {
          setFourEyes(value === 'yes' ? 'yes' : 'no');
          setUnanswered(false);
        }}
      >
        <Group mt={8}>
          <Radio value="yes" label={words.secondPersonDecides} />
          <Radio value="no" label={words.anybodyDecides} />
        </Group>
      </Radio.Group>
    </Form>
  );
}
