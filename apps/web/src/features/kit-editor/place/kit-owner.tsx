import type { Kit } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';

import { useCan } from '../../../data/identity.ts';
import { useShareKit } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { ownerName } from '../../../shared/format/kit-options.ts';
import { ReasonModal } from '../../../shared/ui/dialogs/reason-modal.tsx';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import styles from '../kit-editor.module.css';

const words = text.kits.owner;

/** Whose the kit is. A super administrator may give that of the laboratory to all. */
export function KitOwnerField({ kit }: { readonly kit: Kit }) {
  const mayShare = useCan()('SUPER_ADMIN') && kit.owner !== null;
  const [isAsked, setAsked] = useState(false);
  const { mutateAsync } = useShareKit();
  const id = useId();
  const share = async (reason: string | undefined): Promise<void> => {
    try {
      await mutateAsync({ kitId: kit.id, reason: reason ?? '' });
      toastSuccess(words.shared(kit.name));
    } catch (error) {
      toastError(words.notShared(kit.name), error);
      throw error;
    }
  };
  return (
    <div className={styles['owner']} role="group" aria-labelledby={id}>
      <span id={id} className={styles['owner-label']}>
        {words.title}
      </span>
      <span className={styles['owner-value']}>
        <span title={ownerName(kit)}>{ownerName(kit)}</span>
        {mayShare && (
          <Button
            size="compact-xs"
            mih={24}
            variant="default"
            aria-haspopup="dialog"
            aria-label={words.shareWithAll}
            onClick={() => {
              setAsked(true);
            }}
          >
            {words.share}
          </Button>
        )}
      </span>
      {isAsked && kit.owner !== null && (
        <ReasonModal
          question={words.question(kit.name)}
          text={words.consequence(kit.owner.name)}
          commonReasons={words.commonReasons}
          isRequired
          proceed={words.shareWithAll}
          onProceed={share}
          onClose={() => {
            setAsked(false);
          }}
        />
      )}
    </div>
  );
}
