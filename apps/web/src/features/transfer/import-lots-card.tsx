import { expiryText, lotDocumentSchema } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';

import { kitQueries } from '../../data/kits.ts';
import { useImportLots } from '../../data/lots.ts';
import { text } from '../../locale/text.ts';
import { toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { lotDifferences, existingLots } from './document-differences.ts';
import { FileCard } from './file-card.tsx';
import { FileSummary, HereMark } from './file-summary.tsx';
import { NewNameDialog } from './new-name-dialog.tsx';
import { useTransferFile } from './use-transfer-file.ts';

const words = text.transfer;
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Imports lots from a file into an existing kit version, all or none. */
export function ImportLotsCard() {
  const { mutateAsync } = useImportLots();
  const kits = useQuery(kitQueries.configurable);
  const file = useTransferFile({
    schema: lotDocumentSchema,
    failed: words.failed.importLots,
    send: async (chosen, versionName) => {
      const { lots } = await mutateAsync({ file: chosen, ...(versionName !== undefined && { versionName }) });
      toastSuccess(words.lotsImported(lots));
    },
  });
  const document = file.read?.kind === 'document' ? file.read.document : null;
  const kitId = kits.data?.find(({ name }) => document !== null && isSame(name, document.kit))?.id ?? null;
  const versions = useQuery({ ...kitQueries.versions(kitId ?? ''), enabled: kitId !== null });
  const version =
    kitId === null
      ? undefined
      : versions.data?.find((one) => document !== null && isSame(one.version, document.version));
  const here = version?.lots ?? [];
  const taken = document === null ? [] : existingLots(here, document.lots);
  const { facts } = words;
  return (
    <>
      <FileCard
        {...file}
        title={words.importLots}
        text={words.importLotsText}
        held={taken.length > 1 ? words.several(taken.map(({ name }) => name).join(', ')) : null}
        onChoose={(next) => void file.choose(next)}
        onImport={() => {
          if (taken.length < 2) void file.submit({ known: taken[0]?.name ?? null });
        }}
      >
        {document !== null && (
          <FileSummary
            facts={[
              {
                term: facts.kit,
                value: (
                  <>
                    {document.kit} <HereMark is={kitId === null ? 'notHere' : 'known'} />
                  </>
                ),
              },
              {
                term: facts.version,
                value: (
                  <>
                    {document.version} <HereMark is={version === undefined ? 'notHere' : 'known'} />
                    {version === undefined && (
                      <span>{words.notHereText(document.version, document.kit)}</span>
                    )}
                  </>
                ),
              },
              {
                term: facts.lots,
                value: document.lots.map((lot) => (
                  <span key={lot.name}>
                    <b className="mono">{lot.name}</b> {expiryText(lot.expirationDate)}
                    {!lot.active && `, ${words.inactive}`}{' '}
                    <HereMark is={taken.includes(lot) ? 'taken' : 'new'} />
                  </span>
                )),
              },
            ]}
            against={
              version === undefined || taken.length === 0
                ? null
                : { version: version.version, differences: lotDifferences(here, document.lots) }
            }
          />
        )}
      </FileCard>
      {file.taken !== null && (
        <NewNameDialog
          taken={file.taken}
          names={[...here, ...(document?.lots ?? [])].map(({ name }) => name)}
          isBusy={file.isBusy}
          onImport={(newName) => void file.submit({ newName })}
          onClose={file.discard}
        />
      )}
    </>
  );
}
