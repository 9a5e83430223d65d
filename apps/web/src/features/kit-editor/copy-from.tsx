import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { analyserQueries } from '../../data/analysers.ts';
import { type ConfigurationPlace, useFetchConfiguration } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { toastError } from '../../shared/ui/messages/toast.tsx';
import type { KitDraft } from './draft/kit-draft.ts';
import { draftOf } from './use-draft.ts';

interface CopyFromProps {
  readonly place: ConfigurationPlace;
  readonly analyser: string;
  readonly onCopy: (draft: KitDraft) => void;
}

/** Shown if nothing is configured for this analyser. Offers the settings of another analyser as a start. */
export function CopyFrom({ place, analyser, onCopy }: CopyFromProps) {
  const { data = [] } = useQuery(analyserQueries.ofKitVersion(place.versionId));
  const load = useFetchConfiguration();
  const others = data.filter(({ id }) => id !== place.analyserId);
  if (others.length === 0) return null;
  const copy = async (analyserId: string): Promise<void> => {
    try {
      const configured = await load({ ...place, analyserId });
      if (configured) onCopy(draftOf(configured));
    } catch (error) {
      toastError(text.kits.place.failed, error);
    }
  };
  return (
    <Alert color="accent" mt="sm" p={8}>
      <Group gap={8}>
        {text.kits.nothingHere(analyser)}
        {others.map(({ id, name }) => (
          <Button key={id} size="compact-sm" variant="default" onClick={() => void copy(id)}>
            {text.kits.copyFrom(name)}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}
