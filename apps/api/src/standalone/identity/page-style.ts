import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The application's font, inlined because the provider serves no files. */
const fontFace = (weight: number): string => {
  const file = readFileSync(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`));
  return `@font-face { font-family: Inter; font-weight: ${weight}; src: url(data:font/woff2;base64,${file.toString('base64')}) format("woff2"); }`;
};

/** The tokens of the application's theme that these pages need. */
export const STYLE = `
${[400, 500, 600].map(fontFace).join('\n')}
:root { color-scheme: light dark;
  --page: #f3f5f8; --surface: #ffffff; --control: #7d8896; --line: #d3d9e1; --ink: #14181f; --ink2: #434c58;
  --accent: #1d5fb8; --on-accent: #ffffff; --danger: #b3261e; --danger-soft: #fdeceb; }
@media (prefers-color-scheme: dark) { :root {
  --page: #0d0f13; --surface: #14171c; --control: #76818f; --line: #2c323b; --ink: #edf0f4; --ink2: #bcc5cf;
  --accent: #82b4ff; --on-accent: #0d0f13; --danger: #ff9d94; --danger-soft: #3c1513; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page);
  color: var(--ink); font: 0.875rem/1.25rem Inter, "Segoe UI", system-ui, -apple-system, sans-serif;
  font-feature-settings: "tnum"; }
main { width: 100%; max-width: 22.5rem; padding: 1.5rem; background: var(--surface); border: 1px solid var(--line);
  border-radius: 0.625rem; }
.brand { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.75rem;
  font-weight: 600; }
h1 { margin: 0 0 0.75rem; font-size: 1.25rem; line-height: 1.75rem; font-weight: 600; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
label { display: block; margin: 0.75rem 0 0.25rem; font-size: 0.75rem; line-height: 1rem; font-weight: 500; }
input { width: 100%; height: 2.125rem; padding: 0 0.5rem; color: inherit; background: var(--surface); font: inherit;
  border: 1px solid var(--control); border-radius: 0.375rem; }
[hidden] { display: none !important; }
.password { position: relative; }
.password input { padding-right: 2.25rem; }
.eye { position: absolute; top: 0.1875rem; right: 0.1875rem; width: 1.75rem; height: 1.75rem; display: grid;
  place-items: center; padding: 0; color: var(--ink2); background: none; border: 0; border-radius: 0.25rem; cursor: pointer; }
.main { display: block; width: 100%; height: 2.25rem; margin: 1.25rem 0 0; color: var(--on-accent); font: inherit;
  font-weight: 600; line-height: 2.25rem; text-align: center; text-decoration: none; background: var(--accent);
  border: 0; border-radius: 0.375rem; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.alert { margin: 0; padding: 0.5rem 0.75rem; color: var(--danger); background: var(--danger-soft);
  border: 1px solid var(--danger); border-radius: 0.375rem; }
ul { margin: 0 0 0.75rem; padding-left: 1.125rem; color: var(--ink2); }
@media (forced-colors: active) { .main { border: 1px solid ButtonText; } }
`;

/** The logo of the application. */
export const LOGO = `<svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
<rect width="28" height="28" rx="7" fill="var(--accent)"/>
<path d="M5 19.5c3.2 0 3.6-11 6.6-11s3.2 9 5.4 9 2-4.6 6-5.5" fill="none" stroke="var(--on-accent)" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>
</svg>`;

/** Shows and hides a password. The button is absent without scripts. */
export const TOGGLE_SCRIPT = `for (const eye of document.querySelectorAll('.eye')) {
  const input = document.getElementById(eye.getAttribute('aria-controls'));
  eye.hidden = false;
  eye.addEventListener('click', () => {
    const shown = input.type === 'password';
    input.type = shown ? 'text' : 'password';
    eye.setAttribute('aria-pressed', String(shown));
  });
}`;
