import { type Kit, type KitDocument, kitDocumentSchema, type KitVersion } from '@curvewell/domain';
import { Alert, Badge, useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useMe } from '../../data/identity.ts';
import { kitQueries, useImportKit } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import { formatDay } from '../../shared/format/format.ts';
import { ownerName } from '../../shared/format/kit-options.ts';
import { OwnerChoice, useNewOwner } from '../../shared/ui/fields/owner-choice.tsx';
import { DiagnosticCode } from '../../shared/ui/badges/diagnostic-code.tsx';
import { toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { kitDifferences } from './document-differences.ts';
import { FileCard } from './file-card.tsx';
import { FileSummary, HereMark } from './file-summary.tsx';
import { NewNameDialog } from './new-name-dialog.tsx';
import styles from './transfer.module.css';
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
  const { kit, version, configurations } = document;
  const scheme = useComputedColorScheme('light');
  const own = versions.find((one) => isSame(one.version, version.version));
  const stored = useQuery({
    ...kitQueries.document({ kitId: here?.id ?? '', versionId: own?.id ?? '' }),
    enabled: here !== null && own !== undefined,
  });
  const buffers = [...new Set(configurations.map(({ reactionBuffer }) => reactionBuffer))];
  const analysers = [...new Map(configurations.map(({ analyser, status }) => [analyser, status]))];
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
        { term: facts.buffers, value: buffers.join(', ') },
        {
          term: facts.analysers,
          value: analysers.map(([name, status]) => (
            <span key={name}>
              {name}{' '}
              <Badge size="sm" variant="light" color="gray" className={styles['mark'] ?? ''}>
                {text.step1.kitStatus[status]}
              </Badge>
            </span>
          )),
        },
        { term: facts.channels, value: channelWords(document).join(' · ') },
        {
          term: facts.diagnostics,
          value: kit.diagnostics.map(({ name, label, color, letters }) => (
            <span key={name} title={label}>
              <DiagnosticCode look={diagnosticLook({ diagnostic: name, label, color, letters }, scheme)} />
              <span className="visually-hidden">{label}</span>
            </span>
          )),
        },
      ]}
      against={
        own === undefined || stored.data === undefined
          ? null
          : { version: own.version, differences: kitDifferences(stored.data, document) }
      }
    />
  );
}

function validityWords({ version: { validityStartDate: start, validityEndDate: end } }: KitDocument): string {
  if (start === null && end === null) return words.always;
  const parts = [start && words.from(formatDay(start)), end && words.until(formatDay(end))];
  return parts.filter((part) => part !== null).join(' ');
}

/** A summary of each channel over all configurations. */
function channelWords({ configurations }: KitDocument): string[] {
  const channels = configurations.flatMap((configuration) => configuration.channels);
  return [...Map.groupBy(channels, ({ name }) => name)].map(([name, ofName]) => {
    const phases = ofName.flatMap((channel) => channel.phases);
    const zones = phases.flatMap((phase) => phase.zones);
    return words.channel(name, phases.length, zones.length, ofName.flatMap(({ rules }) => rules).length);
  });
}
