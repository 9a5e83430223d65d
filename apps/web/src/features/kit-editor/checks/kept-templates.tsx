import type { StoredTemplate } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { keptTemplateQueries, useRemoveTemplate } from '../../../data/kept-templates.ts';
import type { ConfigurationPlace } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { formatDate } from '../../../shared/format/format.ts';
import { confirm } from '../../../shared/ui/dialogs/confirm.tsx';
import { toastError } from '../../../shared/ui/messages/toast.tsx';
import styles from './checks.module.css';
import { LearnDialog } from './learn-dialog.tsx';
import { TemplateLine } from './template-line.tsx';

const words = text.kits.checks.templates;

interface KeptTemplatesProps {
  readonly place: ConfigurationPlace;
  /** Revision of the stored version. */
  readonly revision: number;
  readonly isLocked: boolean;
  /** The draft has unsaved changes. Templates are learnt with the stored settings only. */
  readonly isChanged: boolean;
  readonly onRevision: (revision: number) => void;
}

/** The stored templates of a version on this analyser: view, learn from runs, remove. */
export function KeptTemplates({ place, revision, isLocked, isChanged, onRevision }: KeptTemplatesProps) {
  const { data: kept = [], error } = useQuery(keptTemplateQueries.list(place));
  const removing = useRemoveTemplate(place);
  const [isLearning, setLearning] = useState(false);
  const remove = async ({ template: { zone, phase, sha256 } }: StoredTemplate): Promise<void> => {
    if (!(await confirm({ title: words.removeQuestion(zone, phase), destroys: true }))) return;
    removing.mutate(
      { sha256, revision },
      {
        onSuccess: (answer) => onRevision(answer.revision),
        onError: (failure) => toastError(words.notRemoved, failure),
      },
    );
  };
  return (
    <div>
      {error !== null && <p role="alert">{words.notLoaded}</p>}
      {kept.length === 0 && error === null && <p>{words.noneKept}</p>}
      <ul className={styles['kept-templates']} aria-label={words.kept}>
        {kept.map((one) => (
          <TemplateLine key={one.template.sha256} template={one.template}>
            <small>{words.keptBy(one.byName, formatDate(one.at))}</small>
            {one.fault !== null && <small role="alert">{one.fault}</small>}
            {!isLocked && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={words.removeOf(one.template.zone, one.template.phase)}
                loading={removing.isPending}
                onClick={() => void remove(one)}
              >
                {words.remove}
              </Button>
            )}
          </TemplateLine>
        ))}
      </ul>
      {!isLocked && (
        <Button size="compact-sm" variant="default" disabled={isChanged} onClick={() => setLearning(true)}>
          {words.learn}
        </Button>
      )}
      {!isLocked && isChanged && <p>{words.saveFirst}</p>}
      {isLearning && (
        <LearnDialog
          place={place}
          revision={revision}
          onKept={(next) => {
            onRevision(next);
            setLearning(false);
          }}
          onClose={() => setLearning(false)}
        />
      )}
    </div>
  );
}
