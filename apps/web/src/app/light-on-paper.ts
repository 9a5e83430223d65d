const SCHEME = 'data-mantine-color-scheme';
/** Curves that were drawn in the colours of a dark theme: app.css darkens them. */
const DRAWN = 'data-drawn-dark';

/**
 * Paper is light, whatever the theme. Only the variables of the theme change: a chart that is drawn again while the
 * browser takes the page would be printed empty.
 *
 * @returns what ends it
 */
export function lightOnPaper(): () => void {
  const root = document.documentElement;
  let former: string | null = null;
  const begin = (): void => {
    former ??= root.getAttribute(SCHEME);
    root.toggleAttribute(DRAWN, former === 'dark');
    root.setAttribute(SCHEME, 'light');
  };
  const end = (): void => {
    if (former !== null) root.setAttribute(SCHEME, former);
    root.removeAttribute(DRAWN);
    former = null;
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}
