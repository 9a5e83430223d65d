import { type Kit, type KitDocument, kitDocumentSchema, type KitVersion } from '@curvewell/domain';
import { Alert, useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useMe } from '../../data/identity.ts';
import { kitQueries, useImportKit } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { ownerName } from '../../shared/format/kit-options.ts';
import { OwnerChoice, useNewOwner } from '../../shared/ui/fields/owner-choice.tsx';
import { toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { kitDifferences } from './document-differences.ts';
import { FileCard } from './file-card.tsx';
import { FileSummary, HereMark } from './file-summary.tsx';
import { kitContents, validityWords } from './kit-contents.tsx';
import { NewNameDialog } from './new-name-dialog.tsx';
import { useTransferFile } from './use-transfer-file.ts';

const words = text.transfer;
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Imports a kit version from a file. Existing data is never overwritten. */
export function ImportKitCard() {
  const { mutateAsync } = useImportKit();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const kits = useQuery(kitQueries.configurable);
  const owner = useNewOwner(useMe());
  const file = useTransferFile({
    schema: kitDocumentSchema,
    failed: words.failed.importKit,
    send: async (chosen, versionName) => {
      const isNewKit = kits.data !== undefined && kit === null;
      const {
        kit: { name },
        version,
        warnings = [],
      } = await mutateAsync({
        file: chosen,
        ...(versionName !== undefined && { versionName }),
        ...(isNewKit && owner.asked),
      });
      setWarnings(warnings);
      toastSuccess(words.kitImported(name, version));
    },
  });
  const document = file.read?.kind === 'document' ? file.read.document : null;
  const kit = document === null ? null : kitNamed(kits.data ?? [], document.kit.name);
  const kitId = kit?.id ?? null;
  const versions = useQuery({ ...kitQueries.versions(kitId ?? ''), enabled: kitId !== null });
  const known = versions.data?.find(
    (one) => document !== null && isSame(one.version, document.version.version),
  );
  return (
    <>
      <FileCard
        {...file}
        title={words.importKit}
        text={words.importKitText}
        held={null}
        onChoose={(next) => void file.choose(next)}
        onImport={() => void file.submit({ known: known?.version ?? null })}
      >
        {document !== null && kit === null && <OwnerChoice {...owner.field} />}
        {document !== null && (
          <KitFileSummary
            document={document}
            sha256={file.read?.kind === 'document' ? file.read.sha256 : null}
            kit={kit}
            versions={kitId === null ? [] : (versions.data ?? [])}
          />
        )}
      </FileCard>
      {warnings.length > 0 && (
        <Alert
          role="status"
          color="warning"
          icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden />}
          title={words.toCheck}
        >
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
      {file.taken !== null && (
        <NewNameDialog
          taken={file.taken}
          names={(versions.data ?? []).map(({ version }) => version)}
          isBusy={file.isBusy}
          onImport={(newName) => void file.submit({ newName })}
          onClose={file.discard}
        />
      )}
    </>
  );
}

/** The kit that gets a version of this name: that of the laboratory first, as the server decides. */
function kitNamed(kits: readonly Kit[], name: string): Kit | null {
  const same = kits.filter((kit) => isSame(kit.name, name));
  return same.find(({ owner }) => owner !== null) ?? same[0] ?? null;
}

interface KitFileSummaryProps {
  readonly document: KitDocument;
  readonly sha256: string | null;
  /** The kit that gets the version; null if there is none with this name here. */
  readonly kit: Kit | null;
  readonly versions: readonly KitVersion[];
}

function KitFileSummary({ document, sha256, kit: here, versions }: KitFileSummaryProps) {
  const { kit, version } = document;
  const scheme = useComputedColorScheme('light');
  const own = versions.find((one) => isSame(one.version, version.version));
  const stored = useQuery({
    ...kitQueries.document({ kitId: here?.id ?? '', versionId: own?.id ?? '' }),
    enabled: here !== null && own !== undefined,
  });
  const { facts } = words;
  return (
    <FileSummary
      facts={[
        {
          term: facts.kit,
          value: (
            <>
              {kit.name} <HereMark is={here === null ? 'new' : 'known'} />
            </>
          ),
        },
        ...(here === null ? [] : [{ term: facts.owner, value: ownerName(here) }]),
        {
          term: facts.version,
          value: (
            <>
              {version.version} <HereMark is={own === undefined ? 'new' : 'taken'} />
            </>
          ),
        },
        {
          term: facts.validity,
          value: validityWords(document),
        },
        ...(sha256 === null
          ? []
          : [
              {
                term: facts.sha256,
                value: (
                  <span className="mono" title={sha256}>{`${sha256.slice(0, 8)}…${sha256.slice(-4)}`}</span>
                ),
              },
            ]),
        ...kitContents(document, scheme),
      ]}
      against={
        own === undefined || stored.data === undefined
          ? null
          : { version: own.version, differences: kitDifferences(stored.data, document) }
      }
    />
  );
}
