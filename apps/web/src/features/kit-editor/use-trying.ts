import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'try';

/** Whether the settings are tried on past runs, as the address says: `?try=1`. */
export function useTrying(): readonly [isTrying: boolean, setTrying: (isTrying: boolean) => void] {
  const [address, setAddress] = useSearchParams();
  return [
    address.has(PARAMETER),
    (isTrying) => {
      setAddress((before) => {
        const next = new URLSearchParams(before);
        if (isTrying) next.set(PARAMETER, '1');
        else next.delete(PARAMETER);
        return next;
      });
    },
  ];
}
