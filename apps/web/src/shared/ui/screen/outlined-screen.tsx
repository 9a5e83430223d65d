import { text } from '../../../locale/text.ts';

/** Before anything of the application can be shown: the outline in index.html stays. */
export function OutlinedScreen() {
  return (
    <main id="content" tabIndex={-1} aria-busy data-outlined>
      <h1 className="visually-hidden">{text.common.loading}</h1>
    </main>
  );
}
