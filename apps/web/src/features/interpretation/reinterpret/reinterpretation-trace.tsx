import type { Reinterpretation } from '@curvewell/domain';
import { IconArrowRight } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import { shortHash } from '../../../shared/format/short-hash.ts';
import styles from './reinterpretation.module.css';

const words = text.reinterpretation.trace;

/** The settings and algorithm of the current and of the new interpretation. */
export function ReinterpretationTrace({ shown: { then, now } }: { readonly shown: Reinterpretation }) {
  return (
    <dl className={styles['trace']}>
      <dt>{words.interpreted}</dt>
      <dd>
        <Change from={words.by(then.byName, formatDateTime(then.at))} to={words.now} />
      </dd>
      <dt>{words.algorithm}</dt>
      <dd>
        <Change from={then.algorithmVersion} to={now.algorithmVersion} />
      </dd>
      <dt>{words.settings}</dt>
      <dd className={styles['hash']}>
        <Change from={shortHash(then.configurationSha256)} to={shortHash(now.configurationSha256)} />
      </dd>
    </dl>
  );
}

function Change({ from, to }: { readonly from: string; readonly to: string }) {
  if (from === to) return words.same(to);
  return (
    <span className={styles['change']}>
      {from} <IconArrowRight size={13} aria-label="→" /> {to}
    </span>
  );
}
