import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** Opens a row on click, except on its links and buttons and while text is selected. */
export function useRowOpening(address: string) {
  const navigate = useNavigate();
  const isOwn = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean =>
    // Clicks in a popover also bubble here through React.
    target instanceof Element && currentTarget.contains(target) && target.closest('a, button') === null;
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!isOwn(event) || window.getSelection()?.isCollapsed === false) return;
      if (event.ctrlKey || event.metaKey) window.open(address, '_blank');
      else void navigate(address);
    },
    onAuxClick: (event: MouseEvent<HTMLElement>) => {
      if (event.button === 1 && isOwn(event)) window.open(address, '_blank');
    },
  };
}
