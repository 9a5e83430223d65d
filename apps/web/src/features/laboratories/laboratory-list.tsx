import { LABORATORY_PAGE_SIZE } from '@curvewell/contracts';
import type { Laboratory } from '@curvewell/domain';
import { Badge, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { laboratoryQueries } from '../../data/laboratories.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { scrollToPart } from '../../shared/navigation/scroll-to-part.ts';
import { PickList } from '../../shared/ui/lists/pick-list.tsx';
import styles from './laboratories.module.css';
import { useLaboratoriesAddress } from './use-laboratories-address.ts';

const words = text.laboratories;

interface LaboratoryListProps {
  /** Asks before leaving unsaved changes; resolves to whether to go on. */
  readonly mayLeave: () => Promise<boolean>;
}

export function LaboratoryList({ mayLeave }: LaboratoryListProps) {
  const can = useCan();
  const { place, laboratoryId, show, choose } = useLaboratoriesAddress();
  return (
    <PickList
      id="laboratory-list"
      words={words}
      query={useQuery(laboratoryQueries.list(place))}
      pageSize={LABORATORY_PAGE_SIZE}
      place={place}
      onPlace={show}
      actions={
        can('WRITE_LABORATORY') &&
        can('READ_ALL_LABORATORY') && (
          <Button
            component={Link}
            to={paths.laboratoryAdd()}
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} />}
            aria-label={words.addLaboratories}
          >
            {words.add}
          </Button>
        )
      }
      columns={[
        { label: words.columns.name, sort: 'name', show: (row) => <Name laboratory={row} /> },
        { label: words.columns.users, isEnd: true, width: 60, show: ({ userCount }) => userCount },
      ]}
      nameOf={({ name }) => name}
      picked={laboratoryId}
      onPick={(id) => {
        if (id === laboratoryId) return;
        void mayLeave().then((may) => {
          if (may) choose(id);
        });
      }}
      onOpen={() => scrollToPart('laboratory-detail')}
      order={{ sort: 'name', direction: place.sort === 'name,asc' ? 'asc' : 'desc' }}
      onOrder={({ direction }) => show({ ...place, sort: `name,${direction}`, page: 0 })}
    />
  );
}

function Name({ laboratory: { name, active, livesAt } }: { readonly laboratory: Laboratory }) {
  return (
    <span className={styles['listed']}>
      {name}
      {!active && (
        <Badge ml={8} size="sm" variant="light" color="gray" className={styles['word'] ?? ''}>
          {words.inactive}
        </Badge>
      )}
      {livesAt !== undefined && (
        <Badge ml={8} size="sm" variant="light" color="gray" className={styles['word'] ?? ''}>
          {words.livesAt(livesAt)}
        </Badge>
      )}
    </span>
  );
}
