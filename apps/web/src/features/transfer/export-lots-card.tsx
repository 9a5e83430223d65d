import { expiryText } from '@curvewell/domain';
import { Button, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { kitQueries } from '../../data/kits.ts';
import { useExportLots } from '../../data/lots.ts';
import { text } from '../../locale/text.ts';
import { ExportCard } from './export-card.tsx';
import { FileSummary, FileSummaryLater } from './file-summary.tsx';
import styles from './transfer.module.css';

const words = text.transfer;

/** Exports lots of a kit version as a file. */
export function ExportLotsCard() {
  const [kitId, setKitId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [lotIds, setLotIds] = useState<string[]>([]);
  const kits = useQuery(kitQueries.exportable(false));
  const versions = useQuery({ ...kitQueries.versions(kitId ?? ''), enabled: kitId !== null });
  const withLots = (kitId === null ? [] : (versions.data ?? [])).filter(({ lots = [] }) => lots.length > 0);
  // The newest version comes first.
  const version = withLots.find(({ id }) => id === chosen) ?? withLots[0];
  const lots = version?.lots ?? [];
  const { mutateAsync, isPending } = useExportLots();
  const missing = () => {
    if (kitId === null) return words.chooseKit;
    if (version === undefined) return words.chooseVersion;
    return lotIds.length === 0 ? words.chooseLots : null;
  };

  return (
    <ExportCard
      words={{
        title: words.exportLots,
        text: words.lotsText,
        done: words.lotsExported,
        failed: words.failed.exportLots,
        fileName: 'lots.json',
      }}
      kits={kits}
      kitId={kitId}
      onKit={(next) => {
        setKitId(next);
        setChosen(null);
        setLotIds([]);
      }}
      versions={versions}
      offered={withLots}
      versionId={version?.id ?? null}
      onVersion={(next) => {
        setChosen(next);
        setLotIds([]);
      }}
      missing={missing()}
      isBusy={isPending}
      onExport={() => mutateAsync({ versionId: version?.id ?? '', lotIds })}
    >
      <div className={styles['lots']}>
        <MultiSelect
          label={words.lots}
          required
          searchable
          disabled={version === undefined && !versions.isLoading}
          {...(versions.isLoading && { nothingFoundMessage: text.common.loading })}
          data={lots.map(({ id, name }) => ({ value: id, label: name }))}
          value={lotIds}
          onChange={setLotIds}
        />
        <Button
          variant="default"
          disabled={version === undefined}
          onClick={() => setLotIds(lots.map(({ id }) => id))}
        >
          {words.allLots}
        </Button>
      </div>
      {version === undefined || lotIds.length === 0 ? (
        <FileSummaryLater />
      ) : (
        <FileSummary
          facts={[
            { term: words.facts.kit, value: kits.data?.find(({ id }) => id === kitId)?.name ?? '' },
            { term: words.facts.version, value: version.version },
            {
              term: words.facts.lots,
              value: lots
                .filter(({ id }) => lotIds.includes(id))
                .map(({ id, name, expirationDate, active }) => (
                  <span key={id}>
                    <b className="mono">{name}</b> {expiryText(expirationDate)}
                    {!active && `, ${words.inactive}`}
                  </span>
                )),
            },
          ]}
          against={null}
        />
      )}
    </ExportCard>
  );
}
