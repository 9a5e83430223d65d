import canonicalize from 'canonicalize';

/**
 * Formats a value as JSON by RFC 8785. Equal values give equal bytes, so that they can be hashed and signed.
 *
 * Members that are undefined are omitted, as in JSON.stringify.
 *
 * @throws TypeError for values that JSON cannot represent: NaN, infinity, an unpaired surrogate, a function,
 * an array with gaps
 */
export function canonicalJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = isRepresentable(value) ? canonicalize(value) : undefined;
  } catch (cause) {
    throw new TypeError('JSON cannot represent this value', { cause });
  }
  if (text === undefined) throw new TypeError('JSON has no functions, and no items that are undefined');
  return text;
}

/**
 * The library would write null for such an item or drop such a member, and what is signed would be
 * incomplete.
 */
function isRepresentable(value: unknown): boolean {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return false;
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isRepresentable);
  return Object.values(value).every((member) => member === undefined || isRepresentable(member));
}
