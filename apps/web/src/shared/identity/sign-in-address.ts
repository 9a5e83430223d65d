/**
 * The address to show after sign-in, always on this site.
 *
 * Removes the provider's parameters (`code`, `state`, `session_state`, `iss`), whether in the query or
 * appended to path or fragment. If the address names no page, a fragment that looks like a path is used
 * (`/#/run/5/interpretation`).
 */
export function addressAfterSignIn(address: string): string {
  const url = new URL(address, 'http://here.invalid');
  for (const name of PROVIDER_PARAMETERS) url.searchParams.delete(name);
  const path = stripSuffix(url.pathname);
  const hash = stripSuffix(url.hash);
  if (path === '/' && hash.startsWith('#/')) return sameSite(hash.slice(1));
  return sameSite(`${path}${url.search}${hash}`);
}

const PROVIDER_PARAMETERS = ['code', 'state', 'session_state', 'iss', 'error', 'error_description'];

/** `/run/5&state=abc&code=…` → `/run/5` */
const stripSuffix = (text: string) => text.replace(/[&?#](?:state|session_state|code|iss)=.*$/, '');

/** Exactly one leading slash: two would name another host. */
const sameSite = (address: string) => `/${address.replace(/^[/\\]+/, '')}`;
