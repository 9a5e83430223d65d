import { randomBytes } from 'node:crypto';

import { errors, type Provider } from 'oidc-provider';

import { databaseProblem } from '../../database/problem.ts';

/** The context of a request to the provider. */
export type Context = Parameters<Parameters<Provider['use']>[0]>[0];

export interface Page {
  readonly title: string;
  /** Trusted markup; user input is escaped with `escape`. */
  readonly body: string;
  readonly script?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const STYLE = `
:root { color-scheme: light dark; font: 0.875rem/1.5 "Segoe UI", system-ui, sans-serif;
  background: light-dark(#f3f5f8, #0d0f13); color: light-dark(#14181f, #edf0f4); }
main { max-width: 20rem; margin: 20vh auto 0; padding: 1.5rem; border-radius: 0.625rem; background: light-dark(#fff, #14171c); }
h1 { margin: 0; font-size: 1.25rem; }
label, label > input:not([type=checkbox]), a, button { display: block; box-sizing: border-box; width: 100%; margin-top: 0.75rem; }
label > input:not([type=checkbox]) { margin-top: 0.25rem; border-color: light-dark(#6b7686, #8a94a3); }
main > p:first-child { margin: 0 0 0.25rem; font-weight: 600; color: light-dark(#1d5fb8, #82b4ff); }
form { margin-top: 1.25rem; } button { margin-top: 1.25rem; font-weight: 600; }
input, a, button { padding: 0.5rem; font: inherit; color: inherit; background: none; border: 1px solid; border-radius: 0.375rem; }
a, button { text-align: center; text-decoration: none; color: light-dark(#fff, #0d0f13); background: light-dark(#1d5fb8, #82b4ff); }
[role=alert] { color: light-dark(#b3261e, #ff9d94); }
`;

/** Sends a page. Only its own style and script run, and no site may frame it. */
export function show(context: Context, { title, body, script = '', status = 200, headers }: Page): void {
  const nonce = randomBytes(16).toString('base64');
  context.status = status;
  context.type = 'html';
  context.set({
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  context.body = `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} – Curvewell</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
<main><p>Curvewell</p><h1>${escape(title)}</h1>${body}</main>
<script nonce="${nonce}">${script}</script>
</html>`;
}

interface Form {
  readonly login: string;
  readonly problem: string | null;
}

export const signInPage = ({ login, problem }: Form): Page => ({
  title: 'Sign in',
  body: `<form method="post">${alert(problem)}
<label>Login <input name="login" value="${escape(login)}" autocomplete="username" autocapitalize="none" spellcheck="false"
  maxlength="255" required${login === '' ? ' autofocus' : ''}></label>
<label>Password <input name="password" type="password" autocomplete="current-password" maxlength="128"
  required${login === '' ? '' : ' autofocus'}></label>
<button>Sign in</button></form>`,
});

/** The password is typed once and can be shown. */
export const choosePasswordPage = ({ login, problem }: Form): Page => ({
  title: 'Choose a password',
  body: `<form method="post"><p>For the login <strong>${escape(login)}</strong>.</p>
<p id="rules">At least 12 characters; a sentence is fine. Not your login, and not one character over and over.</p>${alert(problem)}
<input name="login" value="${escape(login)}" autocomplete="username" hidden readonly>
<label>Password <input name="password" type="password" autocomplete="new-password" maxlength="128" aria-describedby="rules"
  required autofocus></label>
<label><input type="checkbox" name="shown"> Show password</label>
<button>Save password</button></form>`,
  script: `const { password, shown } = document.forms[0];
shown.onchange = () => { password.type = shown.checked ? 'text' : 'password'; };`,
});

export const messagePage = (title: string, text: string, home: string): Page => ({
  title,
  body: `<p>${escape(text)}</p><a href="${escape(home)}">Sign in</a>`,
});

/** Refused by the provider, 503 while the database does not answer, or 500. */
export function failedPage(error: unknown, home: string): Page {
  const page = (text: string) => messagePage('Authentication Failed', text, home);
  if (databaseProblem(error)?.code === 'unavailable') {
    const away = page('The database does not respond. Try again in a moment.');
    return { ...away, status: 503, headers: { 'retry-after': '5' } };
  }
  if (error instanceof errors.OIDCProviderError)
    return { ...page('This sign-in cannot be continued. Start again.'), status: error.statusCode };
  return { ...page('Something went wrong. Try again.'), status: 500 };
}

/** @param form - the provider's form with its secret */
export const signOutPage = ({ form, known }: { readonly form: string; readonly known: boolean }): Page => ({
  title: 'Sign out',
  body: `${form}<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`,
  // The application's request is authenticated, so no confirmation is needed.
  ...(known && { script: "document.querySelector('button').click();" }),
});

const alert = (problem: string | null) => (problem === null ? '' : `<p role="alert">${escape(problem)}</p>`);

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
