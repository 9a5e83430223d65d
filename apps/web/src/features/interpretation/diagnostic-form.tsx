import { MAX_REASON, MIN_REASON, type DiagnosticColor, type LaboratoryRules } from '@curvewell/contracts';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useUpdateDiagnostic } from '../../data/interpretation.ts';
import { kitQueries } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { diagnosticLook, type Scheme } from '../../shared/diagnostic-palette.ts';
import { DiagnosticCode } from '../../shared/ui/diagnostic-code.tsx';
import { hasOpenList } from '../../shared/ui/open-list.ts';
import { toastError, toastSuccess, TOAST_MS } from '../../shared/ui/toast.tsx';
import classes from './interpretation.module.css';
import { lookOf } from './result-look.ts';
import type { ReviewWell } from './review-wells.ts';

interface DiagnosticFormProps {
  readonly runId: string;
  readonly analyserId: string;
  readonly review: ReviewWell;
  readonly scheme: Scheme;
  readonly rules: Pick<LaboratoryRules, 'overrideNeedsReason'>;
  readonly onClose: () => void;
}

const NONE: readonly DiagnosticColor[] = [];

/** Sets another diagnostic beside the suggested one of a single well. */
export function DiagnosticForm({ runId, analyserId, review, scheme, rules, onClose }: DiagnosticFormProps) {
  const texts = text.interpretation.update;
  const { well, shown } = review;
  const current = shown?.diagnosticColor?.id ?? null;
  const [choice, choose] = useState(current);
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  const { mutateAsync, isPending } = useUpdateDiagnostic(runId);
  const { data: offered = NONE, isError } = useQuery({
    ...kitQueries.diagnostics({
      kitId: well.kitVersion?.kit.id ?? '',
      analyserId,
      reactionBufferId: well.reactionBuffer?.id ?? '',
      channel: well.channel,
    }),
    enabled: well.kitVersion !== null && well.reactionBuffer !== null,
  });
  const chosen = offered.find(({ id }) => id === choice);
  const isOther = choice !== null && choice !== current;
  const isSaid = reason.length >= MIN_REASON || (reason === '' && !rules.overrideNeedsReason);

  const validate = async (): Promise<void> => {
    if (!chosen) {
      toastError(texts.noDiagnostic, null);
      return;
    }
    try {
      await mutateAsync({
        ...{ wellId: well.id, diagnosticColorId: chosen.id },
        reason: reason === '' ? undefined : reason,
      });
    } catch (error) {
      toastError(texts.failed, error);
      return;
    }
    toastSuccess(texts.done(review.position, lookOf(chosen, scheme).name), {
      ms: TOAST_MS.diagnosticUpdated,
    });
    onClose();
  };

  return (
    <form
      className={classes['diagnostic-form']}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !hasOpenList(event.target)) onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void validate();
      }}
    >
      <Select
        autoFocus
        size="xs"
        label={texts.select}
        allowDeselect={false}
        data={offered.map((color) => ({ value: color.id, label: lookOf(color, scheme).name }))}
        value={choice}
        onChange={choose}
        error={isError ? texts.optionsFailed : undefined}
        renderOption={({ option }) => {
          const color = offered.find(({ id }) => id === option.value);
          return (
            <Group gap={8} wrap="nowrap">
              <DiagnosticCode look={color ? lookOf(color, scheme) : diagnosticLook(null, scheme)} />
              {option.label}
            </Group>
          );
        }}
      />
      <TextInput
        size="xs"
        label={text.reason.label}
        required={rules.overrideNeedsReason}
        maxLength={MAX_REASON}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      <div className={classes['form-buttons']}>
        {!isOther && <span className={classes['note']}>{texts.other}</span>}
        {isOther && !isSaid && <span className={classes['note']}>{texts.giveReason}</span>}
        <Button size="xs" variant="subtle" onClick={onClose}>
          {text.common.cancel}
        </Button>
        <Button size="xs" type="submit" disabled={!isOther || !isSaid} loading={isPending}>
          {texts.validate}
        </Button>
      </div>
    </form>
  );
}
