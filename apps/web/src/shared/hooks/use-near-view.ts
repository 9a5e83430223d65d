import { type RefObject, useEffect, useRef, useState } from 'react';

interface NearView<Element> {
  readonly ref: RefObject<Element | null>;
  readonly isNear: boolean;
  /** Treats it as near from now on. */
  readonly come: () => void;
}

/** Whether an element is or was close to the viewport; true at once if it need not wait. */
export function useNearView<Element extends HTMLElement>(isLate: boolean): NearView<Element> {
  const ref = useRef<Element>(null);
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    if (!isLate || hasBeen || ref.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setHasBeen(true);
      },
      { rootMargin: '200px 0px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isLate, hasBeen]);
  const come = () => setHasBeen(true);
  return { ref, isNear: !isLate || hasBeen, come };
}
