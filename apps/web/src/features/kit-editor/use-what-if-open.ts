import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'try';

/** Whether the what-if evaluation is open; stored in the address as `?try=1`. */
export function useWhatIfOpen(): readonly [
  isWhatIfOpen: boolean,
  setWhatIfOpen: (isWhatIfOpen: boolean) => void,
] {
  const [address, setAddress] = useSearchParams();
  return [
    address.has(PARAMETER),
    (isWhatIfOpen) => {
      setAddress((before) => {
        const next = new URLSearchParams(before);
        if (isWhatIfOpen) next.set(PARAMETER, '1');
        else next.delete(PARAMETER);
        return next;
      });
    },
  ];
}
