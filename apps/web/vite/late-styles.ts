import type { Plugin } from 'vite';

/** A stylesheet in the head holds up the first paint; one in the body only what comes after it. */
const STYLESHEETS = /^[ \t]*<link rel="stylesheet"[^>]*>\n/gm;

/** Moves the stylesheets behind the outline of the page, which is painted before they have come. */
export function lateStyles(): Plugin {
  return {
    name: 'late-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const links = (html.match(STYLESHEETS) ?? []).join('');
        return html.replace(STYLESHEETS, '').replace(/^[ \t]*<div id="root">/m, (root) => links + root);
      },
    },
  };
}
