/**
 * Whether browsers treat an address as trustworthy: https, or this computer.
 *
 * @see W3C Secure Contexts, section 3.1
 */
export function isTrustworthy({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return /^(?:.+\.)?localhost\.?$|^127(?:\.\d+){3}$|^\[::1\]$/.test(hostname);
}
