/**
 * Whether browsers call an address trustworthy: it is https, or it is this computer itself.
 *
 * @see W3C Secure Contexts, section 3.1
 */
export function isTrustworthy({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return /^(?:.+\.)?localhost\.?$|^127(?:\.\d+){3}$|^\[::1\]$/.test(hostname);
}
