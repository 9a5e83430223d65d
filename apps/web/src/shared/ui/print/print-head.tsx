import { useLayoutEffect } from 'react';

import styles from './print-head.module.css';

interface PrintHeadProps {
  /** What is printed, where, when and by whom. Repeated at the foot of every page. */
  readonly line: string;
  /** A state that no reader may overlook, such as “Not approved”; null: none. Repeated on every page. */
  readonly warning: string | null;
}

/** The head of a printed page. Render it only while printing. */
export function PrintHead({ line, warning }: PrintHeadProps) {
  useLayoutEffect(() => marginTexts({ line, warning }), [line, warning]);
  return (
    <div className={styles['head']}>
      {warning !== null && <strong className={styles['warning']}>{warning}</strong>}
      <p>{line}</p>
    </div>
  );
}

/**
 * Writes texts and page numbers into the margins of every page. Browsers without margin boxes ignore them; the head
 * of the first page says the same.
 *
 * @returns what removes them
 * @see https://www.w3.org/TR/css-page-3/#margin-boxes
 */
function marginTexts({ line, warning }: PrintHeadProps): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `@page {
      ${warning === null ? '' : marginBox('top-right', `content: ${cssText(warning)}; font-weight: 700;`)}
      ${marginBox('bottom-left', `content: ${cssText(line)}; width: 80%; text-align: left;`)}
      ${marginBox('bottom-right', 'content: counter(page) " / " counter(pages); width: 20%; text-align: right;')}
    }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

const marginBox = (name: string, declarations: string): string =>
  `@${name} { font: 7.5pt 'Inter Variable', sans-serif; color: #434c58; ${declarations} }`;

/** A string of CSS: with the code of every character that is not a letter, digit or space. */
const cssText = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}"`;
