/**
 * The address to show after signing in.
 *
 * What the provider adds (`code`, `state`, `session_state`, `iss`, as parameters or as
 * a suffix of the path or the fragment) is stripped; where no page is named, a fragment
 * that looks like a path is (`/#/run/5/interpretation`). The answer never leaves this site.
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

/** One leading slash: two would name another host. */
const sameSite = (address: string) => `/${address.replace(/^[/\\]+/, '')}`;
