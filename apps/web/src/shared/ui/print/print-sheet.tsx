import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** A sheet that is printed in place of the page, and not shown on the screen. See `app.css`. */
export function PrintSheet({ children }: { readonly children: ReactNode }) {
  return createPortal(<div data-print="sheet">{children}</div>, document.body);
}
