import { useSearchParams } from 'react-router-dom';

/**
 * The query parameters of the page. `set` replaces some of them; null or an empty text removes one. `open` replaces
 * all of them.
 */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  const set = (values: Readonly<Record<string, string | null>>): void =>
    setAddress(
      (now) => {
        for (const [key, value] of Object.entries(values)) {
          if (value === null || value === '') now.delete(key);
          else now.set(key, value);
        }
        return now;
      },
      { replace: true },
    );
  const open = (query: string): void => setAddress(query, { replace: true });
  return { address, set, open };
}

/** The page of a list, from 0; in the address from 1. */
export function pageIn(address: URLSearchParams, key = 'page'): number {
  const page = Number(address.get(key) ?? 1);
  return Number.isInteger(page) && page >= 1 ? page - 1 : 0;
}

export const pageText = (page: number): string | null => (page === 0 ? null : String(page + 1));

export const searchIn = (address: URLSearchParams, key = 'search'): string =>
  (address.get(key) ?? '').trim().slice(0, 100);
