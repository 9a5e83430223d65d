import type { KitRun } from '@curvewell/contracts';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { interpretationQueries } from '../../data/interpretation.ts';
import { type ConfigurationPlace, kitQueries } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import type { WhatIfKitView } from '../../shared/what-if-kit.ts';
import { KitEditor } from './kit-editor.tsx';
import type { EditedChannels, EditorHandle } from './kit-editor-props.ts';
import styles from './kit-editor.module.css';
import { KitList } from './list/kit-list.tsx';
import { lastOpenedKit } from './list/last-opened.ts';
import { PlaceCard } from './place/place-card.tsx';
import { type ChosenPlace, usePlace } from './place/use-place.ts';
import { useWhatIfOpen } from './use-what-if-open.ts';
import { WaitingFields } from '../../shared/ui/screen/waiting.tsx';

const words = text.kits.place;
const NO_CHANNELS: EditedChannels = { used: [], removable: [] };

interface KitsPanelProps {
  readonly WhatIf: WhatIfKitView;
}

/** The kits; with one in the address, its editor. */
export function KitsPanel(props: KitsPanelProps) {
  const [address] = useSearchParams();
  const kitId = address.get('kit');
  useEffect(() => {
    if (kitId !== null) lastOpenedKit.set(kitId);
  }, [kitId]);
  return kitId === null ? <KitList /> : <KitPlace {...props} />;
}

/** The kit configuration: phases and zones of the curves, and their diagnostics. */
function KitPlace({ WhatIf }: KitsPanelProps) {
  const { isOpen: isWhatIfOpen } = useWhatIfOpen();
  const chosen = usePlace();
  const editor = useRef<EditorHandle>(null);
  const [channels, setChannels] = useState<EditedChannels>(NO_CHANNELS);
  const { place } = chosen;
  const runs = useQuery({
    ...interpretationQueries.kitRuns({
      kitId: place?.kitId ?? '',
      reactionBufferId: place?.reactionBufferId ?? '',
    }),
    enabled: place !== null,
  });
  const runCounts = useMemo(
    () =>
      new Map(
        [...Map.groupBy(runs.data ?? [], ({ analyserId }) => analyserId)].map(
          ([id, ofAnalyser]) => [id, ofAnalyser.length] as const,
        ),
      ),
    [runs.data],
  );

  const onAnalyser = (runs.data ?? []).filter(({ analyserId }) => analyserId === place?.analyserId);

  return (
    <div className={styles['panel']}>
      {chosen.isFailed && <ListFailed title={words.failed} onRetry={chosen.retry} />}
      {(!isWhatIfOpen || place === null) && (
        <PlaceCard
          chosen={chosen}
          runCounts={runCounts}
          channels={place === null ? NO_CHANNELS : channels}
          onRemoveChannel={(channel) => editor.current?.removeChannel(channel)}
          mayLeave={async () => (await editor.current?.mayLeave()) ?? true}
          onStatus={(status) => editor.current?.askStatus(status)}
        />
      )}
      {place === null && chosen.isLoading ? (
        <WaitingFields count={12} />
      ) : place === null ? (
        <Alert color="accent" mt="sm">
          {chosen.kit !== null && chosen.kit.reactionBuffers.length === 0
            ? words.noBuffer(chosen.kit.name)
            : words.choose}
        </Alert>
      ) : (
        <PlacedEditor
          key={[place.versionId, place.reactionBufferId, place.analyserId].join(' ')}
          place={place}
          chosen={chosen}
          runs={runs.isPending ? null : onAnalyser}
          editor={editor}
          onChannels={setChannels}
          WhatIf={WhatIf}
        />
      )}
    </div>
  );
}

interface PlacedEditorProps {
  readonly place: ConfigurationPlace;
  readonly chosen: ChosenPlace;
  /** Null while loading. */
  readonly runs: readonly KitRun[] | null;
  readonly editor: Parameters<typeof KitEditor>[0]['handle'];
  readonly onChannels: (channels: EditedChannels) => void;
  readonly WhatIf: WhatIfKitView;
}

function PlacedEditor({ place, chosen, runs, editor, onChannels, WhatIf }: PlacedEditorProps) {
  const configured = useQuery(kitQueries.configured(place));
  const others = useQuery(interpretationQueries.analyserRuns(place.analyserId));
  // Once loaded, the editor and its draft stay even if a refetch fails.
  if (!configured.data && configured.isError) {
    return (
      <Alert color="danger" role="alert" mt="sm" title={words.failed}>
        <Button size="compact-sm" variant="default" onClick={() => void configured.refetch()}>
          {text.common.tryAgain}
        </Button>
      </Alert>
    );
  }
  if (!configured.data || runs === null) return <WaitingFields count={12} />;
  return (
    <KitEditor
      place={place}
      chosen={chosen}
      configured={configured.data}
      loadTheirs={async () => (await configured.refetch({ throwOnError: true })).data ?? null}
      runs={runs}
      otherRuns={(others.data ?? []).filter(({ runId }) => runs.every((run) => run.runId !== runId))}
      handle={editor}
      onChannels={onChannels}
      WhatIf={WhatIf}
    />
  );
}
