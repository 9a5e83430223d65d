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
    return String(value);
  }
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${joined(value)}]`;
  if (typeof value !== 'object') throw new TypeError(`JSON cannot say a ${typeof value}`);
  let members = '';
  // A plate of 384 wells is a megabyte that is written while its run is locked: no list of pairs on the way.
  for (const name of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined)
      members += `${members === '' ? '' : ','}${quoted(name)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Added one to the other: `join` would copy all of them at each depth. */
function joined(items: readonly unknown[]): string {
  let text = '';
  for (const item of items) text += text === '' ? canonicalJson(item) : `,${canonicalJson(item)}`;
  return text;
}

/** Nothing in it has to be escaped: printable ASCII without the quotation mark and the backslash. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('a text ends in half a character');
  return JSON.stringify(text);
}
