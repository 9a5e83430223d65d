import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'try';

/** Whether the what-if evaluation is open; stored in the address as `?try=1`. */
export function useWhatIfOpen() {
  const [address, setAddress] = useSearchParams();
  const set = (isOpen: boolean): void =>
    setAddress((before) => {
      const next = new URLSearchParams(before);
      if (isOpen) next.set(PARAMETER, '1');
      else next.delete(PARAMETER);
      return next;
    });
  return {
    isOpen: address.has(PARAMETER),
    open: (): void => set(true),
    close: (): void => set(false),
  };
}
