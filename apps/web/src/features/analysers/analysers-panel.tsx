import type { ProfiledAnalyser } from '@curvewell/contracts';
import type { ChannelName, InspectedRun } from '@curvewell/domain';
import { Button, EmptyState, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { analyserQueries } from '../../data/analysers.ts';
import { useCan } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { useAddress } from '../../shared/navigation/use-address.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { AnalyserForm } from './analyser-form.tsx';
import { type AnalyserChanges, AnalyserTable } from './analyser-table.tsx';
import styles from './analysers.module.css';
import { CompensationDialog } from './compensation-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { WaitingRows } from '../../shared/ui/screen/waiting.tsx';

interface AnalysersPanelProps {
  /** Draws the curves of a test file. */
  readonly preview: (run: InspectedRun, channelOfDye: (dye: string) => ChannelName | null) => ReactNode;
}

/** The analysers with their file profiles and active state. Adding one needs no release; `?add=1` opens its form. */
export function AnalysersPanel({ preview }: AnalysersPanelProps) {
  const canWrite = useCan()('WRITE_KIT_CONFIG_ADMIN');
  const { address, set } = useAddress();
  const isAdding = canWrite && address.has('add');
  const setAdding = (isOpen: boolean): void => set({ add: isOpen ? '1' : null });
  const [edited, setEdited] = useState<ProfiledAnalyser | 'new' | null>(null);
  const [compensated, setCompensated] = useState<ProfiledAnalyser | null>(null);
  return (
    <section className={styles['panel']} aria-labelledby="analysers-title">
      <div className={styles['head']}>
        <div>
          <h2 id="analysers-title" className={styles['title']}>
            {text.analysers.tab}
          </h2>
          <p className={styles['intro']}>{text.analysers.intro}</p>
        </div>
        {canWrite && (
          <Group gap="xs">
            <Button variant="subtle" color="gray" onClick={() => setEdited('new')}>
              {text.analysers.addProfile}
            </Button>
            <Button
              leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {text.analysers.add}
            </Button>
          </Group>
        )}
      </div>
      <Analysers onChange={canWrite ? { profile: setEdited, compensation: setCompensated } : null} />
      <p className={styles['intro']}>{text.unlistedAnalysers}</p>
      {compensated !== null && (
        <CompensationDialog analyser={compensated} onClose={() => setCompensated(null)} />
      )}
      {isAdding && <AnalyserForm preview={preview} onClose={() => setAdding(false)} />}
      {edited !== null && (
        <ProfileDialog analyser={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </section>
  );
}

function Analysers({ onChange }: { readonly onChange: AnalyserChanges | null }) {
  const { data, isError, refetch } = useQuery(analyserQueries.profiles);
  if (isError) {
    return <ListFailed title={text.analysers.failed} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <WaitingRows rows={4} height={64} isBare />;
  if (data.length === 0) return <EmptyState description={text.analysers.empty} />;
  return <AnalyserTable analysers={data} onChange={onChange} />;
}
