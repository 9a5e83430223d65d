import { SAMPLE_KIT_NOTE, type KitVersion } from '@curvewell/domain';
import { Alert, Button } from '@mantine/core';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { SampleMark } from '../../shared/ui/badges/trial-mark.tsx';
import styles from './kit-editor.module.css';
import type { ChosenPlace } from './place/use-place.ts';
import { nextVersion, usePlaceAdditions } from './place/use-place-additions.ts';

interface LockedNoteProps {
  readonly kitVersion: KitVersion;
  readonly activeLots: readonly string[];
  readonly mayWrite: boolean;
  readonly chosen: ChosenPlace;
}

/** Why a version is read-only and what to do, and whether the kit is a sample. */
export function LockedNote({ kitVersion, activeLots, mayWrite, chosen }: LockedNoteProps) {
  const can = useCan();
  const { addVersion, isPending } = usePlaceAdditions(chosen);
  const why = reasonOf(kitVersion.version, { mayWrite, isEditable: kitVersion.isEditable, activeLots });
  const isSample = chosen.kit?.isSample === true;
  if (why === null && !isSample) return null;
  return (
    <Alert color="accent" mt="sm" px={8} py={4} flex="none" icon={<IconLock size={18} stroke={1.6} />}>
      <div className={styles['locked']}>
        {isSample && <SampleMark />}
        <b>{why ?? SAMPLE_KIT_NOTE}</b>
        {activeLots.length > 0 && can('READ_LOT_CONFIG_ADMIN') && (
          <Button
            component={Link}
            to={{
              pathname: paths.configure(),
              search: `tab=lots&kit=${kitVersion.kit.id}&version=${kitVersion.id}`,
            }}
            size="compact-sm"
            variant="default"
          >
            {text.kits.locked.showLots(kitVersion.version)}
          </Button>
        )}
        {why !== null && mayWrite && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isPending}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            onClick={() => void addVersion()}
          >
            {text.kits.locked.copy(nextVersion(chosen.versions.length))}
          </Button>
        )}
      </div>
    </Alert>
  );
}

/** Why a version cannot be changed; null if it can. */
export function reasonOf(
  version: string,
  {
    mayWrite,
    isEditable,
    activeLots,
  }: { readonly mayWrite: boolean; readonly isEditable: boolean; readonly activeLots: readonly string[] },
): string | null {
  const words = text.kits.locked;
  if (!mayWrite) return words.noPermission;
  if (!isEditable) return words.closed(version);
  return activeLots.length > 0 ? words.lots(version, activeLots) : null;
}
