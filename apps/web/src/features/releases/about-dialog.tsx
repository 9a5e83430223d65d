import type { PublicProperties } from '@curvewell/contracts';
import { Alert, Anchor, Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { identityQueries } from '../../data/identity.ts';
import { releaseQueries } from '../../data/releases.ts';
import { text } from '../../locale/text.ts';
import { messageOf } from '../../shared/api/api-problem.ts';
import { formatDay } from '../../shared/format/format.ts';
import { Facts } from '../../shared/ui/screen/facts.tsx';
import { ReleaseNotes } from './release-notes.tsx';
import { WaitingRows } from '../../shared/ui/screen/waiting.tsx';

/** Product, manufacturer and version. The version links to its release notes. */
export function AboutDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const [version, setVersion] = useState<string | null>(null);
  const { data } = useQuery({ ...identityQueries.properties, enabled: opened });
  const close = () => {
    setVersion(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={version === null ? 480 : 640}
      title={version === null ? text.releases.about : text.releases.title(version)}
    >
      {version !== null && <NotesOf version={version} />}
      {version === null &&
        (data ? (
          <ProductFacts product={data.product} onOpenVersion={setVersion} />
        ) : (
          <WaitingRows rows={7} height={28} isBare />
        ))}
      <Group justify="flex-end" mt="lg">
        {version !== null && (
          <Button variant="default" onClick={() => setVersion(null)}>
            {text.releases.back}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {text.common.close}
        </Button>
      </Group>
    </Modal>
  );
}

function NotesOf({ version }: { readonly version: string }) {
  const { data, error } = useQuery(releaseQueries.detail(version));
  if (error) {
    return (
      <Alert color="danger" role="alert" title={text.releases.notLoaded}>
        {messageOf(error, text.common.noDetail)}
      </Alert>
    );
  }
  return data ? <ReleaseNotes release={data} /> : <WaitingRows rows={7} height={28} isBare />;
}

interface ProductFactsProps {
  readonly product: PublicProperties['product'];
  readonly onOpenVersion: (version: string) => void;
}

function ProductFacts({ product, onOpenVersion }: ProductFactsProps) {
  const { name, version, commit, releaseDate, manufacturer, regulatoryMarks, address, phone, website } =
    product;
  const words = text.releases;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.product, name],
    [
      words.version,
      <Button
        key="version"
        size="xs"
        variant="default"
        aria-label={words.openNotes(version)}
        onClick={() => onOpenVersion(version)}
      >
        {version}
      </Button>,
    ],
    [words.commit, commit ?? ''],
    [words.releaseDate, /^\d{4}-\d{2}-\d{2}/.test(releaseDate) ? formatDay(releaseDate) : releaseDate],
    [words.manufacturer, manufacturer],
    [words.marks, regulatoryMarks.join(' · ')],
    [words.address, address],
    [words.phone, phone],
    [words.web, website === '' ? '' : <WebAddress key="web" address={website} />],
  ];
  return <Facts size="md" facts={facts.filter(([, value]) => value !== '')} />;
}

/** A link only if the address is a web address; it comes from the configuration. */
function WebAddress({ address }: { readonly address: string }) {
  if (!/^https?:\/\//.test(address)) return address;
  return (
    <Anchor href={address} target="_blank" rel="noreferrer">
      {address}
    </Anchor>
  );
}
