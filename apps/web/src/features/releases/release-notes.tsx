import { RELEASE_NOTE_ELEMENTS, type Release } from '@curvewell/domain';
import { ScrollArea } from '@mantine/core';
import DOMPurify from 'dompurify';

import { text } from '../../locale/text.ts';
import styles from './release-notes.module.css';

/** The rich text of a release. The server sanitises it; the page does so again before rendering. */
export function ReleaseNotes({ release }: { readonly release: Release }) {
  const html = DOMPurify.sanitize(release.note, {
    ALLOWED_TAGS: RELEASE_NOTE_ELEMENTS,
    ALLOWED_ATTR: ['href', 'rel'],
    RETURN_TRUSTED_TYPE: true,
  });
  return (
    <ScrollArea.Autosize
      mah="60vh"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': text.releases.notes }}
    >
      <div className={styles['note']} dangerouslySetInnerHTML={{ __html: html }} />
    </ScrollArea.Autosize>
  );
}
