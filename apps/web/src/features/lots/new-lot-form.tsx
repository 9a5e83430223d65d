import type { KitVersion } from '@curvewell/domain';
import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { useCreateLot } from '../../data/lots.ts';
import { useLoadWhatIfs } from '../../data/what-if.ts';
import { text } from '../../locale/text.ts';
import { ApiProblem } from '../../shared/api/api-problem.ts';
import { expiryUnsaid, LotExpiryField, UNSAID_EXPIRY } from '../../shared/ui/fields/lot-expiry-field.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { bodyIssues } from '../../shared/forms/use-record-form.ts';
import { useReportChanged } from '../../shared/forms/use-report-changed.ts';
import { Form } from '../../shared/forms/form.tsx';
import { confirmSave } from './confirm-save.tsx';
import { ActiveSwitch } from './lot-form.tsx';
import { ExpiryHint } from './expiry-hint.tsx';
import { LOT_FORM, LotFooter } from './lot-footer.tsx';
import { lotIssues, type LotValues } from './lot-values.ts';
import styles from './lots.module.css';

const words = text.lots;

interface NewLotFormProps {
  readonly version: KitVersion;
  readonly today: string;
  readonly onChanged: (isChanged: boolean) => void;
  /** Called with the id of the lot, or null if cancelled. */
  readonly onClose: (lotId: string | null) => void;
}

/** A new lot: active, and with an expiry date or a statement that its label has none. */
export function NewLotForm({ version, today, onChanged, onClose }: NewLotFormProps) {
  const { mutateAsync, isPending } = useCreateLot();
  const loadWhatIfs = useLoadWhatIfs();
  const [name, setName] = useState('');
  const [active, setActive] = useState(true);
  const [expiry, setExpiry] = useState(UNSAID_EXPIRY);
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const values: LotValues = { active, expirationDate: expiry.day };
  const issues = lotIssues({ name, ...values }, { today, original: null });
  const unsaid = expiryUnsaid(expiry);
  const wrong = issues.name ?? issues.expirationDate ?? unsaid ?? null;
  useReportChanged(true, onChanged);

  const save = async () => {
    setTried(true);
    if (wrong !== null) {
      toastError(words.notSaved, new Error(wrong));
      return;
    }
    const lot = { name: name.trim(), ...values };
    const others = version.lots ?? [];
    if (
      !(await confirmSave({ name: lot.name, values, today, version, others, trialRuns: null, loadWhatIfs }))
    )
      return;
    try {
      const { id } = await mutateAsync({ versionId: version.id, ...lot });
      toastSuccess(words.added(lot.name));
      onClose(id);
    } catch (error) {
      if (error instanceof ApiProblem) setRefused(bodyIssues(error.issues));
      toastError(words.notSaved, error);
    }
  };

  return (
    <>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{words.newLot}</h2>
      </div>
      <Form id={LOT_FORM} className={styles['form']} aria-label={words.newLot} noValidate onSubmit={save}>
        <TextInput
          label={words.name}
          required
          data-autofocus
          autoFocus
          maxLength={100}
          classNames={{ input: 'mono' }}
          value={name}
          error={(isTried ? issues.name : undefined) ?? refused['name']}
          onChange={({ currentTarget }) => {
            setRefused({});
            setName(currentTarget.value);
          }}
        />
        <ActiveSwitch active={active} onChange={setActive} />
        <LotExpiryField
          value={expiry}
          error={issues.expirationDate ?? (isTried ? unsaid : undefined) ?? refused['expirationDate']}
          description={<ExpiryHint day={expiry.day} />}
          onChange={(changed) => {
            setRefused({});
            setExpiry(changed);
          }}
        />
      </Form>
      <LotFooter isChanged wrong={wrong} isBusy={isPending} onCancel={() => onClose(null)} />
    </>
  );
}
