import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { kitQueries, useExportKit } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { ExportCard } from './export-card.tsx';
import { FileSummary, FileSummaryLater } from './file-summary.tsx';
import { kitContents, validityWords } from './kit-contents.tsx';

const words = text.transfer;

export function ExportKitCard() {
  const [kitId, setKitId] = useState<string | null>(null);
  const [versionId, setVersionId] = useState<string | null>(null);
  const kits = useQuery(kitQueries.exportable(true));
  const versions = useQuery({ ...kitQueries.exportableVersions(kitId ?? ''), enabled: kitId !== null });
  const { mutateAsync, isPending } = useExportKit();
  const scheme = useComputedColorScheme('light');
  const { data: document } = useQuery({
    ...kitQueries.document({ kitId: kitId ?? '', versionId: versionId ?? '' }),
    enabled: kitId !== null && versionId !== null,
  });

  return (
    <ExportCard
      words={{
        title: words.exportKit,
        text: words.kitText,
        done: words.kitExported,
        failed: words.failed.exportKit,
        fileName: 'kit.json',
      }}
      kits={kits}
      kitId={kitId}
      onKit={(next) => {
        setKitId(next);
        setVersionId(null);
      }}
      versions={versions}
      offered={versions.data ?? []}
      versionId={versionId}
      onVersion={setVersionId}
      missing={kitId === null ? words.chooseKit : versionId === null ? words.chooseVersion : null}
      isBusy={isPending}
      onExport={() => mutateAsync({ kitId: kitId ?? '', versionId: versionId ?? '' })}
    >
      {document === undefined ? (
        <FileSummaryLater />
      ) : (
        <FileSummary
          facts={[
            { term: words.facts.kit, value: document.kit.name },
            { term: words.facts.version, value: document.version.version },
            { term: words.facts.validity, value: validityWords(document) },
            ...kitContents(document, scheme),
          ]}
          against={null}
        />
      )}
    </ExportCard>
  );
}
