import { auditGroupSchema } from '@curvewell/domain';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';

import { auditQueries } from '../../../data/audit.ts';
import { text } from '../../../locale/text.ts';
import { DayInput } from '../../../shared/ui/fields/day-input.tsx';
import { SearchBox } from '../../../shared/ui/lists/search-box.tsx';
import { type AuditView, defaultView } from './audit-address.ts';
import styles from '../audit.module.css';

interface AuditFiltersProps {
  readonly view: AuditView;
  readonly onView: (view: AuditView) => void;
  /** Laboratories whose trail the user may read; null: only one, so that there is no choice. */
  readonly laboratories: readonly { readonly id: string; readonly name: string }[] | null;
  readonly textRef: Ref<HTMLInputElement>;
}

const words = text.audit.filters;
const ALL_LABORATORIES = '';

export function AuditFilters({ view, onView, laboratories, textRef }: AuditFiltersProps) {
  const { data: people = [] } = useQuery(auditQueries.people(view.laboratoryId ?? undefined));
  const set = (change: Partial<AuditView>): void => onView({ ...view, ...change, page: 1 });
  const what = [
    { value: '', label: words.allButReading },
    ...auditGroupSchema.options.map((value) => ({ value, label: text.audit.groups[value] })),
    { value: 'everything', label: words.everything },
  ];
  return (
    <div role="search" aria-label={words.label} className={styles['filters']}>
      <DayInput
        label={words.from}
        value={view.from}
        onChange={(from) => set({ from, ...(from > view.to && view.to !== '' && { to: from }) })}
      />
      <DayInput
        label={words.to}
        value={view.to}
        onChange={(to) => set({ to, ...(to !== '' && to < view.from && { from: to }) })}
      />
      {laboratories && (
        <Select
          label={words.laboratory}
          allowDeselect={false}
          data={[
            { value: ALL_LABORATORIES, label: words.allLaboratories },
            ...laboratories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={view.laboratoryId ?? ALL_LABORATORIES}
          onChange={(id) => set({ laboratoryId: id === ALL_LABORATORIES ? null : id, who: null })}
        />
      )}
      <Select
        label={words.who}
        searchable
        allowDeselect={false}
        data={[
          { value: ALL_LABORATORIES, label: words.anybody },
          ...people.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={view.who ?? ALL_LABORATORIES}
        onChange={(id) => set({ who: id === ALL_LABORATORIES ? null : id })}
      />
      <Select
        className={styles['groups'] ?? ''}
        label={words.what}
        allowDeselect={false}
        data={what}
        value={view.what ?? ''}
        onChange={(value) => {
          const group = auditGroupSchema.safeParse(value).data;
          set({ what: value === 'everything' ? value : (group ?? null) });
        }}
      />
      <div className={styles['text']}>
        <span className={styles['label']} aria-hidden>
          {words.text}
        </span>
        <SearchBox
          ref={textRef}
          label={words.text}
          hint={words.hint}
          fill
          value={view.text}
          onSearch={(next) => set({ text: next })}
        />
      </div>
      <Button variant="subtle" onClick={() => onView(defaultView())}>
        {words.clear}
      </Button>
    </div>
  );
}
