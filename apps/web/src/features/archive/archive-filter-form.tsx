import { Button, Pill, Switch, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type Ref, useId, useState } from 'react';

import { text } from '../../locale/text.ts';
import { Form } from '../../shared/forms/form.tsx';
import { DayInput } from '../../shared/ui/fields/day-input.tsx';
import styles from './archive-filter-form.module.css';
import {
  type ArchiveFilters,
  NO_FILTERS,
  TEXT_FILTERS,
  type UsedFilter,
  usedFilters,
  withLimit,
} from './archive-filters.ts';

interface ArchiveFilterFormProps {
  /** The filters that the list uses now. */
  readonly filters: ArchiveFilters;
  readonly onSearch: (filters: ArchiveFilters) => void;
  readonly firstRef: Ref<HTMLInputElement>;
}

/** The filters of the archive. On a narrow page they are folded, with a summary of those in use. */
export function ArchiveFilterForm(props: ArchiveFilterFormProps) {
  const isNarrow = useMediaQuery('(width < 75em)', undefined, { getInitialValueInEffect: false });
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const formId = useId();
  if (!isNarrow) return <FilterFields {...props} />;
  const used = usedFilters(props.filters);
  return (
    <div className={styles['folded']}>
      <div className={styles['bar']}>
        <Button
          variant="default"
          leftSection={<IconFilter size={18} stroke={1.6} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={formId}
          onClick={toggle}
        >
          {text.archive.filtersCount(used.length)}
        </Button>
        <UsedPills {...props} used={used} />
      </div>
      <div id={formId} hidden={!isOpen}>
        <FilterFields
          {...props}
          onSearch={(filters) => {
            close();
            props.onSearch(filters);
          }}
        />
      </div>
    </div>
  );
}

interface UsedPillsProps extends Pick<ArchiveFilterFormProps, 'filters' | 'onSearch'> {
  readonly used: readonly UsedFilter[];
}

function UsedPills({ filters, onSearch, used }: UsedPillsProps) {
  return used.map(({ field, shown }) => {
    const label = `${text.archive.fields[field]}: ${shown}`;
    return (
      <Pill
        key={field}
        size="md"
        className={styles['pill'] ?? ''}
        withRemoveButton
        removeButtonProps={{
          'aria-label': text.archive.without(label),
          'aria-hidden': false,
          tabIndex: 0,
        }}
        onRemove={() => onSearch({ ...filters, [field]: '' })}
      >
        {label}
      </Pill>
    );
  });
}

/** The filter fields. Enter in any of them searches. */
function FilterFields({ filters, onSearch, firstRef }: ArchiveFilterFormProps) {
  const [typed, setTyped] = useState(filters);
  const [announcement, announce] = useState('');
  const [known, setKnown] = useState(filters);
  if (known !== filters) {
    setKnown(filters);
    setTyped(filters);
  }
  const words = text.archive;
  return (
    <Form
      role="search"
      aria-label={words.filters}
      className={styles['form']}
      onSubmit={() => {
        announce('');
        onSearch(typed);
      }}
    >
      {TEXT_FILTERS.map((field, index) => (
        <TextInput
          key={field}
          ref={index === 0 ? firstRef : null}
          label={words.fields[field]}
          maxLength={100}
          value={typed[field]}
          onChange={({ currentTarget }) => setTyped({ ...typed, [field]: currentTarget.value })}
        />
      ))}
      {(['from', 'to'] as const).map((limit) => (
        <DayInput
          key={limit}
          label={words.fields[limit]}
          value={typed[limit]}
          onChange={(day) => {
            const next = withLimit(typed, limit, day);
            setTyped(next.filters);
            announce(next.cleared === null ? '' : words.cleared[next.cleared]);
          }}
        />
      ))}
      <Switch
        className={styles['exact'] ?? ''}
        label={words.exact}
        checked={typed.isExact}
        onChange={({ currentTarget }) => setTyped({ ...typed, isExact: currentTarget.checked })}
      />
      <div className={styles['buttons']}>
        <Button
          variant="subtle"
          onClick={() => {
            announce('');
            setTyped(NO_FILTERS);
            onSearch(NO_FILTERS);
          }}
        >
          {words.clear}
        </Button>
        <Button type="submit" leftSection={<IconSearch size={18} stroke={1.6} />}>
          {words.search}
        </Button>
      </div>
      <p role="status" className={styles['announcement']}>
        {announcement}
      </p>
    </Form>
  );
}
