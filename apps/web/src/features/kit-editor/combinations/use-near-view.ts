import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element is or was close to the viewport; true at once if it need not wait. */
export function useNearView<Element extends HTMLElement>(
  isLate: boolean,
): { readonly ref: RefObject<Element | null>; readonly isNear: boolean } {
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
    return () => {
      observer.disconnect();
    };
  }, [isLate, hasBeen]);
  return { ref, isNear: !isLate || hasBeen };
}
