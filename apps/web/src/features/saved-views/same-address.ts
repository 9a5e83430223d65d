/** Whether two queries have the same values, in any order. */
export function sameAddress(one: string, other: string): boolean {
  return sorted(one) === sorted(other);
}

function sorted(address: string): string {
  const query = new URLSearchParams(address);
  query.sort();
  return query.toString();
}
