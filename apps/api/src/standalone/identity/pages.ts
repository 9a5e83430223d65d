import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { databaseProblem } from '../../database/problem.ts';
import { PASSWORD_MINIMUM } from './accounts.ts';
import { LOGO, STYLE, TOGGLE_SCRIPT } from './page-style.ts';

interface Page {
  readonly title: string;
  /** Trusted markup; user input is escaped with `escape`. */
  readonly body: string;
  readonly script?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The content security policy and the document of a page. */
export function renderPage({ title, body, script }: Page): {
  readonly html: string;
  readonly policy: string;
} {
  const nonce = randomBytes(16).toString('base64');
  return {
    policy: [
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; font-src data:`,
      `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    ].join('; '),
    html: `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escape(title)} – Curvewell</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<p class="brand">${LOGO}<span>Curvewell</span></p>
${body}
</main>
${script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`}
</body>
</html>`,
  };
}

export function sendPage(response: ServerResponse, page: Page): void {
  const { html, policy } = renderPage(page);
  response.writeHead(page.status ?? 200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...page.headers,
  });
  response.end(html);
}

export function signInPage({ login, problem }: { readonly login: string; readonly problem: string | null }) {
  return {
    title: 'Sign in',
    script: TOGGLE_SCRIPT,
    body: `<h1 class="hidden">Sign in</h1>
<form method="post" autocomplete="on">
${alert(problem)}
<label for="login">Login</label>
<input id="login" name="login" type="text" value="${escape(login)}" autocomplete="username" autocapitalize="none"
  spellcheck="false" maxlength="255" required${login === '' ? ' autofocus' : ''}>
<label for="password">Password</label>
${passwordInput({ id: 'password', autocomplete: 'current-password', autofocus: login !== '' })}
<button type="submit" class="main">Sign in</button>
</form>`,
  };
}

export function choosePasswordPage({
  login,
  problem,
}: {
  readonly login: string;
  readonly problem: string | null;
}) {
  return {
    title: 'Choose a password',
    script: TOGGLE_SCRIPT,
    body: `<h1>Choose a password</h1>
<form method="post">
<p>For the login <strong>${escape(login)}</strong>.</p>
<ul id="rules">
<li>At least ${PASSWORD_MINIMUM} characters; a sentence is fine.</li>
<li>Not your login, and not one character over and over.</li>
</ul>
${alert(problem)}
<input type="text" name="login" value="${escape(login)}" autocomplete="username" hidden readonly>
<label for="password">Password</label>
${passwordInput({ id: 'password', autocomplete: 'new-password', autofocus: true, describedBy: 'rules' })}
<label for="repeated">Password again</label>
${passwordInput({ id: 'repeated', autocomplete: 'new-password', autofocus: false })}
<button type="submit" class="main">Save password</button>
</form>`,
  };
}

/** A page with a message and a link. */
export function messagePage(message: {
  readonly title: string;
  readonly text: string;
  readonly link: string;
}) {
  return {
    title: message.title,
    body: `<h1>${escape(message.title)}</h1>
<p>${escape(message.text)}</p>
<p><a class="main" href="${escape(message.link)}">Sign in</a></p>`,
  };
}

/** A request that the application never makes. */
export const refusedPage = (link: string): Page => ({
  ...messagePage({
    title: 'Authentication Failed',
    text: 'This sign-in cannot be continued. Start again.',
    link,
  }),
  status: 400,
});

/** Seconds until a failed page is requested again. */
const RETRY_S = 5;

/** An error page: 503 while the database does not answer, as in the API. */
export function failedPage(error: unknown, link: string): Page {
  const isAway = databaseProblem(error)?.code === 'unavailable';
  const text = isAway
    ? 'The database does not answer. Try again in a moment.'
    : 'Something went wrong. Try again.';
  return {
    ...messagePage({ title: 'Authentication Failed', text, link }),
    ...(isAway ? { status: 503, headers: { 'retry-after': String(RETRY_S) } } : { status: 500 }),
  };
}

/** @param form - the provider's form with its secret */
export function signOutPage({ form, known }: { readonly form: string; readonly known: boolean }) {
  return {
    title: 'Sign out',
    // The application's request is authenticated, so no confirmation is needed.
    ...(known ? { script: "document.querySelector('button').click();" } : {}),
    body: `<h1>Sign out</h1>
${form}
<button type="submit" class="main" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`,
  };
}

function passwordInput(input: {
  readonly id: string;
  readonly autocomplete: string;
  readonly autofocus: boolean;
  readonly describedBy?: string;
}): string {
  const described = input.describedBy === undefined ? '' : ` aria-describedby="${input.describedBy}"`;
  return `<div class="password">
<input id="${input.id}" name="${input.id}" type="password" autocomplete="${input.autocomplete}" maxlength="128"
  required${described}${input.autofocus ? ' autofocus' : ''}>
<button type="button" class="eye" aria-controls="${input.id}" aria-pressed="false" aria-label="Show password" hidden>
<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">
<path d="M2 12c2.5-4.7 6-7 10-7s7.5 2.3 10 7c-2.5 4.7-6 7-10 7s-7.5-2.3-10-7"/><circle cx="12" cy="12" r="3"/>
</svg></button></div>`;
}

const alert = (problem: string | null) =>
  problem === null ? '' : `<p class="alert" role="alert">${escape(problem)}</p>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
