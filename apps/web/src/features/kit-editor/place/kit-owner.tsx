import type { Kit } from '@curvewell/domain';
import { ActionIcon } from '@mantine/core';
import { IconWorldShare } from '@tabler/icons-react';
import { useState } from 'react';

import { useCan } from '../../../data/identity.ts';
import { useShareKit } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { ownerName } from '../../../shared/format/kit-options.ts';
import { ReasonModal } from '../../../shared/ui/dialogs/reason-modal.tsx';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import styles from './place.module.css';

const words = text.kits.owner;

/** The LOINC codes of its tests, in the order of its diagnostics. */
const loincsOf = ({ diagnostics = [] }: Kit): string[] => [
  ...new Set(diagnostics.flatMap(({ loinc }) => loinc ?? [])),
];

/** Whose the kit is, and the LOINC code of its test, beside the label of its field. */
export function KitOwnerNote({ kit }: { readonly kit: Kit }) {
  const owner = ownerName(kit);
  const loincs = loincsOf(kit);
  return (
    <span className={styles['owner']} title={words.titled(owner, loincs)}>
      <span className="visually-hidden">{words.title}: </span>
      {words.withLoinc(owner, loincs)}
    </span>
  );
}

/** Shares a kit of the laboratory with all; for super administrators. */
export function ShareKit({ kit }: { readonly kit: Kit }) {
  const mayShare = useCan()('SUPER_ADMIN');
  const [isAsked, setAsked] = useState(false);
  const { mutateAsync } = useShareKit();
  const share = async (reason: string | undefined): Promise<void> => {
    try {
      await mutateAsync({ kitId: kit.id, reason: reason ?? '' });
      toastSuccess(words.shared(kit.name));
    } catch (error) {
      toastError(words.notShared(kit.name), error);
      throw error;
    }
  };
  if (!mayShare || kit.owner === null) return null;
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-haspopup="dialog"
        aria-label={words.shareWithAll}
        title={words.shareWithAll}
        onClick={() => setAsked(true)}
      >
        <IconWorldShare size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      {isAsked && (
        <ReasonModal
          question={words.question(kit.name)}
          text={words.consequence(kit.owner.name)}
          commonReasons={words.commonReasons}
          isRequired
          proceed={words.shareWithAll}
          onProceed={share}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
