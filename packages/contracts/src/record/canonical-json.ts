/**
 * The one way to write a value as JSON, by RFC 8785: members by the code units of their names, no blanks, numbers and
 * texts as ECMAScript writes them, which is what the RFC asks for. Equal values give equal bytes, so they can be hashed.
 *
 * Members that are undefined are left out, as JSON.stringify does.
 *
 * @throws TypeError for what JSON cannot say: NaN, an infinity, half a character, a function
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`JSON has no number ${value}`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('a text ends in half a character');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`JSON cannot say a ${typeof value}`);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
