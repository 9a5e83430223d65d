/** Letters for a new name: the initials of its words, or the first two letters of a single one. */
function suggestedLetters(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.length > 1 ? words.map((word) => word.slice(0, 1)) : Array.from(words[0] ?? '');
  return letters
    .slice(0, words.length > 1 ? 3 : 2)
    .join('')
    .toUpperCase();
}

/** What is typed for a new own diagnostic. */
interface OwnNamed {
  readonly name: string | null;
  readonly label: string;
  readonly letters: string;
}

/** With another name; words and letters follow it until they are changed. */
export const withName = <Row extends OwnNamed>(row: Row, name: string): Row => ({
  ...row,
  name,
  label: row.label === (row.name ?? '') ? name : row.label,
  letters: row.letters === suggestedLetters(row.name ?? '') ? suggestedLetters(name) : row.letters,
});
