import { isExpired, type KitVersion, type Lot } from '@curvewell/contracts';

import { text } from '../../locale/text.ts';
import { formatDay } from '../../shared/format.ts';
import { confirm } from '../../shared/ui/confirm.tsx';
import { locksVersion, type LotValues } from './lot-values.ts';

const words = text.lots;

interface Saved {
  readonly name: string;
  readonly values: LotValues;
  readonly today: string;
  /** The version that this save might lock; undefined: it locks none that was not locked. */
  readonly version: KitVersion | undefined;
  /** The other lots of the version. */
  readonly others: readonly Lot[];
}

/** Asks what is worth a question before a lot is saved; whether to go on. */
export async function confirmSave({ name, values, today, version, others }: Saved): Promise<boolean> {
  if (isExpired(values, today)) {
    const isMeant = await confirm({
      title: words.expiredQuestion,
      text: words.expiredText(name, formatDay(values.expirationDate)),
    });
    if (!isMeant) return false;
  }
  if (version === undefined || !locksVersion(values.active, others)) return true;
  return confirm({ title: words.lockQuestion(version.version), text: words.lockText(name, version.version) });
}
