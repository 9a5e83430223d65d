import type { MouseEvent } from 'react';

import { text } from '../locale/text.ts';
import styles from './skip-links.module.css';

const focusOn = (selector: string) => (event: MouseEvent) => {
  event.preventDefault();
  document.querySelector<HTMLElement>(selector)?.focus();
};

/** The first tab stops of the page, visible only while focused. */
export function SkipLinks({ plate }: { readonly plate: boolean }) {
  return (
    <div className={styles['links']}>
      <a href="#content" onClick={focusOn('#content')}>
        {text.shell.skipToContent}
      </a>
      {plate && (
        <a href="#plate" onClick={focusOn('[role="grid"] [tabindex="0"]')}>
          {text.shell.skipToPlate}
        </a>
      )}
    </div>
  );
}
