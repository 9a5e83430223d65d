import { ALL_CALLS, type Call } from '@curvewell/contracts';

import { accessSentence } from '../openapi/operation.ts';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

const STYLE = `
  body { font: 14px/20px system-ui, sans-serif; max-width: 960px; margin: 32px auto; padding: 0 16px; color: #14181f; background: #fff }
  h2 { margin-top: 32px } li { margin: 8px 0 } code { font: 13px ui-monospace, monospace } b { display: inline-block; min-width: 64px }
  small { color: #434c58; display: block; margin-left: 68px } @media (prefers-color-scheme: dark) { body { color: #edf0f4; background: #0d0f13 } small { color: #bcc5cf } a { color: #82b4ff } }`;

/** A readable page of every call. */
export function apiPage(version: string): string {
  const areas = [...Map.groupBy(ALL_CALLS, ({ area }) => area)];
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>Curvewell API</title><style>${STYLE}</style></head><body>
<h1>Curvewell API ${escape(version)}</h1>
<p>Every API call requires a bearer token of the identity provider. Full description: <a href="openapi.json">openapi.json</a>.</p>
${areas.map(([area, calls]) => `<h2>${escape(area)}</h2><ul>${calls.map(({ call }) => item(call)).join('')}</ul>`).join('\n')}
</body></html>`;
}

function item(call: Call): string {
  const { method, path, summary } = call;
  return `<li><b>${method}</b> <code>/api${escape(path)}</code><small>${escape(summary)}. ${escape(accessSentence(call))}</small></li>`;
}
