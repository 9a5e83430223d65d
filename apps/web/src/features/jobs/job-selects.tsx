import type { JobPage } from '@curvewell/contracts';
import { jobKindSchema } from '@curvewell/domain';
import { Select } from '@mantine/core';

import { text } from '../../locale/text.ts';
import styles from './jobs.module.css';
import type { ShowJobs, ShownJobs } from './shown-jobs.ts';

const words = text.jobs;

interface JobSelectsProps {
  readonly page: JobPage;
  readonly shown: ShownJobs;
  readonly onShow: ShowJobs;
}

/** Limits the list to a kind and a laboratory. */
export function JobSelects({ page: { counts, laboratories }, shown, onShow }: JobSelectsProps) {
  // A laboratory in the address may have no jobs any more.
  const isKnown = laboratories.some(({ id }) => id === shown.laboratoryId);
  const other = shown.laboratoryId === null || isKnown ? [] : [shown.laboratoryId];
  return (
    <>
      <Select
        size="xs"
        className={styles['kind'] ?? ''}
        aria-label={words.columns.kind}
        placeholder={words.everyKind}
        clearable
        searchable
        data={counts.map(({ kind }) => ({ value: kind, label: words.kinds[kind] }))}
        value={shown.kind}
        onChange={(value) => onShow({ kind: jobKindSchema.safeParse(value).data ?? null })}
      />
      <Select
        size="xs"
        className={styles['of'] ?? ''}
        aria-label={words.columns.laboratory}
        placeholder={words.everyLaboratory}
        clearable
        searchable
        nothingFoundMessage={words.noLaboratory}
        data={[
          ...laboratories.map(({ id, name }) => ({ value: id, label: name })),
          ...other.map((id) => ({ value: id, label: words.laboratoryWithout })),
        ]}
        value={shown.laboratoryId}
        onChange={(laboratoryId) => onShow({ laboratoryId })}
      />
    </>
  );
}
