import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { ScreenFooter } from '../../shared/ui/screen/screen-footer.tsx';
import styles from './lots.module.css';

const words = text.lots;
export const LOT_FORM = 'lot-form';

interface LotFooterProps {
  readonly isChanged: boolean;
  /** The first error; null if none. */
  readonly wrong: string | null;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** Cancel and Save, with the reason if Save is disabled. */
export function LotFooter({ isChanged, wrong, isBusy, onCancel }: LotFooterProps) {
  const reason = isChanged ? wrong : words.nothingChanged;
  return (
    <ScreenFooter
      start={
        <Button variant="subtle" color="gray" disabled={!isChanged} onClick={onCancel}>
          {words.cancel}
        </Button>
      }
      end={
        <>
          {reason !== null && (
            <span className={styles['note']} data-wrong={isChanged || undefined} role="status">
              {isChanged && <IconAlertTriangle size={15} stroke={1.6} aria-hidden />}
              {reason}
            </span>
          )}
          <Button
            type="submit"
            form={LOT_FORM}
            loading={isBusy}
            disabled={!isChanged}
            data-disabled={wrong !== null}
            aria-disabled={wrong !== null}
          >
            {words.save}
          </Button>
        </>
      }
    />
  );
}
