import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** When the page began to print, ISO 8601; null: it does not. Rendered before the browser takes the page. */
export function usePrinting(): string | null {
  const [at, setAt] = useState<string | null>(null);
  useEffect(() => {
    const begin = () => flushSync(() => setAt(new Date().toISOString()));
    const end = () => setAt(null);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return at;
}
