import { Button, EmptyState } from '@mantine/core';
import type { Laboratory } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { laboratoryQueries } from '../../data/laboratories.ts';
import { text } from '../../locale/text.ts';
import { messageOf } from '../../shared/api/api-problem.ts';
import styles from './laboratories.module.css';
import { LaboratoryForm } from './laboratory-form.tsx';
import { WaitingFields } from '../../shared/ui/screen/waiting.tsx';

interface LaboratoryDetailProps {
  /** Null if none is selected. */
  readonly laboratoryId: string | null;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onDeleted: () => void;
  /** Content below the form: the users. */
  readonly children: (laboratory: Laboratory) => ReactNode;
}

/** The selected laboratory: its form, with its users below. */
export function LaboratoryDetail({ laboratoryId, onChanged, onDeleted, children }: LaboratoryDetailProps) {
  const { data, error, isError, refetch } = useQuery({
    ...laboratoryQueries.detail(laboratoryId ?? ''),
    enabled: laboratoryId !== null,
  });
  if (laboratoryId === null) {
    return (
      <section className={styles['card']}>
        <EmptyState description={text.laboratories.choose} />
      </section>
    );
  }
  // Once loaded, the form and its input stay even if a refetch fails.
  if (data === undefined && isError) {
    return (
      <section className={styles['card']} role="alert">
        <EmptyState description={messageOf(error, text.laboratories.notFound)}>
          <Button variant="default" onClick={() => void refetch()}>
            {text.common.tryAgain}
          </Button>
        </EmptyState>
      </section>
    );
  }
  if (data === undefined) return <WaitingFields count={3} />;
  return (
    <>
      <LaboratoryForm key={data.id} laboratory={data} onChanged={onChanged} onDeleted={onDeleted} />
      <div key={`${data.id} people`} className={styles['people']}>
        {children(data)}
      </div>
    </>
  );
}
