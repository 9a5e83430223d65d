import { MAX_TEMPLATE_RUNS, type KeptTemplate } from '@curvewell/domain';
import { Button, Checkbox, Group, Loader, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { keptTemplateQueries, useStoreTemplates } from '../../../data/kept-templates.ts';
import type { ConfigurationPlace } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { formatDate } from '../../../shared/format/format.ts';
import { toastError } from '../../../shared/ui/messages/toast.tsx';
import styles from './checks.module.css';
import { TemplateLine } from './template-line.tsx';

const words = text.kits.checks.templates;

interface LearnDialogProps {
  readonly place: ConfigurationPlace;
  readonly revision: number;
  readonly onKept: (revision: number) => void;
  readonly onClose: () => void;
}

/** Selects approved runs, shows the templates learnt from them, and stores the chosen ones. */
export function LearnDialog({ place, revision, onKept, onClose }: LearnDialogProps) {
  const { data: runs } = useQuery(keptTemplateQueries.runs(place));
  const [runIds, setRunIds] = useState<readonly string[]>([]);
  const { data: learnt, error, isFetching } = useQuery(keptTemplateQueries.learnt(place, runIds));
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const keeping = useStoreTemplates(place);
  const chosen = (learnt ?? []).filter(({ sha256 }) => !leftOut.includes(sha256));
  const keep = (): void =>
    keeping.mutate(
      { revision, runIds: [...runIds], keep: chosen.map(({ sha256 }) => sha256) },
      {
        onSuccess: (answer) => onKept(answer.revision),
        onError: (failure) => toastError(words.notKept, failure),
      },
    );
  return (
    <Modal opened onClose={onClose} title={words.learnTitle} size="lg">
      <Stack gap="sm">
        <p className={styles['learn-text']}>{words.learnText}</p>
        {runs?.length === 0 && <p>{words.noRuns}</p>}
        <ul className={styles['learn-runs']} aria-label={words.runs}>
          {(runs ?? []).map(({ runId, businessId, runDate, wells }) => (
            <li key={runId}>
              <Checkbox
                size="xs"
                label={words.run(businessId, formatDate(runDate), wells)}
                checked={runIds.includes(runId)}
                disabled={!runIds.includes(runId) && runIds.length >= MAX_TEMPLATE_RUNS}
                onChange={({ currentTarget: { checked } }) =>
                  setRunIds((before) =>
                    checked ? [...before, runId] : before.filter((one) => one !== runId),
                  )
                }
              />
            </li>
          ))}
        </ul>
        <div aria-live="polite">
          {isFetching && <Loader size="xs" aria-label={words.learning} />}
          {error !== null && <p role="alert">{error.message}</p>}
          {learnt !== undefined && runIds.length > 0 && (
            <Learnt
              learnt={learnt}
              leftOut={leftOut}
              onLeftOut={(sha256, isExcluded) =>
                setLeftOut((before) =>
                  isExcluded ? [...before, sha256] : before.filter((one) => one !== sha256),
                )
              }
            />
          )}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button disabled={chosen.length === 0} loading={keeping.isPending} onClick={keep}>
            {words.keep(chosen.length)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface LearntProps {
  readonly learnt: readonly KeptTemplate[];
  readonly leftOut: readonly string[];
  readonly onLeftOut: (sha256: string, isExcluded: boolean) => void;
}

function Learnt({ learnt, leftOut, onLeftOut }: LearntProps) {
  if (learnt.length === 0) return <p>{words.nothingLearnt}</p>;
  return (
    <ul className={styles['kept-templates']} aria-label={words.learnt}>
      {learnt.map((template) => (
        <TemplateLine key={template.sha256} template={template}>
          <Checkbox
            size="xs"
            label={words.keepThis}
            aria-label={words.keepOf(template.zone, template.phase)}
            checked={!leftOut.includes(template.sha256)}
            onChange={({ currentTarget: { checked } }) => onLeftOut(template.sha256, !checked)}
          />
        </TemplateLine>
      ))}
    </ul>
  );
}
