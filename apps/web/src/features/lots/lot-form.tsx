import { updateLotSchema } from '@curvewell/contracts';
import { type KitVersion, type ListedLot, type Lot, TRIAL_LOT_NOTE } from '@curvewell/domain';
import { Badge, Button, Switch } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useDeleteLot, useFreshLot, useUpdateLot } from '../../data/lots.ts';
import { useLoadWhatIfs } from '../../data/what-if.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format/format.ts';
import { expiryDay } from '../../shared/format/lot-expiry.ts';
import { confirmAndRun } from '../../shared/ui/dialogs/confirm-and-run.ts';
import { ConflictAlert } from '../../shared/ui/alerts/conflict-alert.tsx';
import { DayInput } from '../../shared/ui/fields/day-input.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { useRecordForm } from '../../shared/forms/use-record-form.ts';
import { useReportChanged } from '../../shared/forms/use-report-changed.ts';
import { Form } from '../../shared/forms/form.tsx';
import { confirmSave } from './confirm-save.tsx';
import { ExpiryHint } from './expiry-hint.tsx';
import { LOT_FORM, LotFooter } from './lot-footer.tsx';
import { LOT_WORDS, lotIssues, lotValues, type LotValues } from './lot-values.ts';
import styles from './lots.module.css';

const words = text.lots;
const valuesSchema = updateLotSchema.omit({ revision: true });

interface LotFormProps {
  readonly lot: ListedLot;
  /** Undefined while loading. */
  readonly version: KitVersion | undefined;
  readonly today: string;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onSaved: (lot: Lot) => void;
  readonly onDeleted: () => void;
}

/** An existing lot: active or not, expiry date, and its uses. */
export function LotForm({ lot, version, today, onChanged, onSaved, onDeleted }: LotFormProps) {
  const load = useFreshLot(lot);
  const update = useUpdateLot(lot.id);
  const loadWhatIfs = useLoadWhatIfs();
  const form = useRecordForm<Lot, LotValues>({
    saved: lot,
    revisionOf: ({ revision }) => revision,
    valuesOf: lotValues,
    schema: valuesSchema,
    words: LOT_WORDS,
    load,
  });
  const { values, isChanged, conflict } = form;
  const wrong = lotIssues(values, { today, original: lot.expirationDate }).expirationDate;
  useReportChanged(isChanged, onChanged);

  const failed = (error: unknown) => toastError(words.notSaved, error);
  const save = async () => {
    if (!isChanged && conflict === null) return;
    if (wrong !== undefined) {
      failed(new Error(wrong));
      return;
    }
    const others = (version?.lots ?? []).filter(({ id }) => id !== lot.id);
    const isLocking = !lot.active && version !== undefined;
    if (
      !(await confirmSave({
        name: lot.name,
        values,
        today,
        version: isLocking ? version : undefined,
        others,
        trialRuns: lot.active ? null : (lot.use?.trialRuns ?? 0),
        loadWhatIfs,
      }))
    )
      return;
    try {
      const saved = await form.submit((body) => update.mutateAsync(body));
      if (saved === null) return;
      toastSuccess(words.saved(lot.name));
      onSaved(saved);
    } catch (error) {
      failed(error);
    }
  };

  return (
    <>
      <div className={styles['head']}>
        <h2 className={styles['title']}>
          {words.lot('')}
          <span className="mono">{lot.name}</span>
        </h2>
        {isChanged && (
          <Badge variant="light" className={styles['mark'] ?? ''}>
            {words.unsaved(form.changed.size)}
          </Badge>
        )}
      </div>
      <Form
        id={LOT_FORM}
        className={styles['form']}
        aria-label={words.lot(lot.name)}
        noValidate
        onSubmit={save}
      >
        {conflict !== null && <ConflictAlert conflict={conflict} onFailed={failed} />}
        <div>
          <div className={styles['name']}>
            {lot.kitVersion.kit.name} {lot.kitVersion.version}
          </div>
          <div className={styles['help']}>{words.nameStays}</div>
        </div>
        <ActiveSwitch active={values.active} onChange={(active) => form.set({ active })} />
        <DayInput
          label={words.expiry}
          required
          value={values.expirationDate}
          error={wrong}
          description={
            <ExpiryHint
              day={values.expirationDate}
              was={form.changed.has('expirationDate') ? lot.expirationDate : null}
            />
          }
          onChange={(expirationDate) => form.set({ expirationDate })}
        />
        <LotFacts lot={lot} version={version} />
      </Form>
      <DeleteLot lot={lot} isHeld={isChanged} onDeleted={onDeleted} />
      <LotFooter
        isChanged={isChanged || conflict !== null}
        wrong={wrong ?? null}
        isBusy={update.isPending}
        onCancel={form.reset}
      />
    </>
  );
}

interface ActiveSwitchProps {
  readonly active: boolean;
  readonly onChange: (active: boolean) => void;
}

export function ActiveSwitch({ active, onChange }: ActiveSwitchProps) {
  return (
    <div className={styles['switch']}>
      <Switch
        label={words.active}
        checked={active}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className={styles['help']}>{active ? words.activeText : TRIAL_LOT_NOTE}</span>
    </div>
  );
}

interface LotFactsProps {
  readonly lot: ListedLot;
  readonly version: KitVersion | undefined;
}

function LotFacts({ lot: { id, active, use }, version }: LotFactsProps) {
  const others = (version?.lots ?? []).filter((other) => other.id !== id && other.active).length;
  const locks = !active
    ? words.locksNothing
    : version &&
      (others === 0 ? words.locksAlone(version.version) : words.locksWith(version.version, others));
  return (
    <dl className={styles['facts']}>
      {use !== null && (
        <>
          <Fact term={words.usedBy}>{words.runsAndTrials(use)}</Fact>
          <Fact term={words.madeBy}>{words.made(formatDateTime(use.madeAt), use.madeBy)}</Fact>
        </>
      )}
      {locks !== undefined && <Fact term={words.locks}>{locks}</Fact>}
    </dl>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface DeleteLotProps {
  readonly lot: ListedLot;
  /** There are unsaved changes, so the lot cannot be deleted. */
  readonly isHeld: boolean;
  readonly onDeleted: () => void;
}

function DeleteLot({ lot: { id, name, use, kitVersion }, isHeld, onDeleted }: DeleteLotProps) {
  const { mutateAsync } = useDeleteLot();
  const runs = use?.runs ?? 0;
  const reason = isHeld ? words.saveOrCancelFirst : runs > 0 ? words.usedByRuns(runs) : null;
  const remove = async () => {
    if (reason !== null) return;
    const isDone = await confirmAndRun({
      question: words.deleteQuestion(name),
      text: words.deleteText(kitVersion.version),
      answers: 'yes-no',
      action: () => mutateAsync(id),
      done: words.deleted(name),
      failed: words.notDeleted,
    });
    if (isDone) onDeleted();
  };
  return (
    <div className={styles['foot']}>
      <Button
        variant="subtle"
        color="danger"
        leftSection={<IconTrash size={16} stroke={1.6} />}
        data-disabled={reason !== null}
        aria-disabled={reason !== null}
        aria-describedby="lot-delete-reason"
        onClick={() => void remove()}
      >
        {words.delete}
      </Button>
      <span id="lot-delete-reason" className={styles['help']}>
        {reason}
      </span>
    </div>
  );
}

/** The lot for read-only users. */
export function LotRead({ lot, version }: LotFactsProps) {
  return (
    <>
      <div className={styles['head']}>
        <h2 className={styles['title']}>
          {words.lot('')}
          <span className="mono">{lot.name}</span>
        </h2>
      </div>
      <div className={styles['form']}>
        <p className={styles['help']}>{words.readOnly}</p>
        <dl className={styles['facts']}>
          <Fact term={words.name}>
            <span className="mono">{lot.name}</span>
          </Fact>
          <Fact term={words.active}>{lot.active ? words.yes : TRIAL_LOT_NOTE}</Fact>
          <Fact term={words.expiry}>{expiryDay(lot.expirationDate)}</Fact>
        </dl>
        <LotFacts lot={lot} version={version} />
      </div>
    </>
  );
}
