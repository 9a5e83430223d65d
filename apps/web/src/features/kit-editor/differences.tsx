import type { KitVersion } from '@curvewell/domain';
import { Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type ConfigurationPlace, kitQueries } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { draftChanges } from './draft/draft-changes.ts';
import type { DiagnosticWords } from './draft/diagnostic-words.ts';
import type { KitDraft } from './draft/kit-draft.ts';
import styles from './differences.module.css';
import { draftOf } from './use-draft.ts';
import { useTemplateChanges } from './use-template-changes.ts';

const words = text.whatIf;
const SAVED = 'saved';

interface DifferencesProps {
  readonly place: ConfigurationPlace;
  /** The buffer and the analyser of the settings. */
  readonly names: Readonly<Record<'buffer' | 'analyser', string>>;
  readonly versions: readonly KitVersion[];
  readonly saved: KitDraft;
  readonly draft: KitDraft;
  readonly diagnosticWords: DiagnosticWords;
}

/** The differences of a draft from another version, or from its saved state, by field. */
export function Differences({ place, names, versions, saved, draft, diagnosticWords }: DifferencesProps) {
  const at = versions.findIndex(({ id }) => id === place.versionId);
  const own = versions[at]?.version ?? '';
  // Versions are newest first. Preselect the previous one, which most runs were interpreted with.
  const [otherId, setOtherId] = useState(versions[at + 1]?.id ?? SAVED);
  const { data, isError } = useQuery({
    ...kitQueries.configured({ ...place, versionId: otherId }),
    enabled: otherId !== SAVED,
  });
  const other = otherId === SAVED ? saved : data ? draftOf(data) : null;
  const templates = useTemplateChanges(place, otherId === SAVED ? null : otherId);
  const isLoaded = other !== null && templates.isLoaded;
  const changes = isLoaded ? [...draftChanges(other, draft, diagnosticWords), ...templates.changes] : [];
  const otherName = versions.find(({ id }) => id === otherId)?.version ?? words.againstSaved;

  return (
    <section className={styles['differences']} aria-label={words.against(own, otherName)}>
      <div className={styles['head']}>
        <h2>{words.against(own, otherName)}</h2>
        {isLoaded && <span>{words.fields(changes.length)}</span>}
      </div>
      <Select
        size="xs"
        aria-label={words.compareWith}
        allowDeselect={false}
        data={[
          { value: SAVED, label: `${own}, ${words.againstSaved}` },
          ...versions.flatMap(({ id, version }) =>
            id === place.versionId ? [] : [{ value: id, label: version }],
          ),
        ]}
        value={otherId}
        onChange={(id) => setOtherId(id ?? SAVED)}
      />
      <p>{text.kits.compare.scope(names.buffer, names.analyser)}</p>
      {(isError || templates.isFailed) && <p role="alert">{text.kits.compare.notLoaded}</p>}
      {isLoaded && changes.length === 0 && <p>{words.noDifference}</p>}
      <ul>
        {changes.map(({ channel, field, from, to }) => (
          <li key={`${channel ?? ''} ${field}`}>
            <b>
              {channel ?? text.kits.changes.allChannels} · {field}
            </b>
            <span>
              <s>{from}</s> <IconArrowRight size={13} stroke={1.6} aria-hidden /> <b>{to}</b>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
