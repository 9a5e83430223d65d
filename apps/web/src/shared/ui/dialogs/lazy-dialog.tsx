import { type ComponentType, useEffect, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { toastError } from '../messages/toast.tsx';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A dialog whose code is fetched when it is first opened; where that fails, it closes and a toast says so. */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function LazyDialog(props: Props) {
    const { opened, onClose } = props;
    const [Dialog, setDialog] = useState(() => known);
    const [isMounted, setMounted] = useState(false);
    const isWanted = opened && Dialog === null;
    useEffect(() => {
      if (!isWanted) return undefined;
      let isCurrent = true;
      load().then(
        (loaded) => {
          known = loaded;
          setDialog(() => loaded);
        },
        () => {
          if (!isCurrent) return;
          toastError(text.failure.part, new Error(text.failure.unreachable));
          onClose();
        },
      );
      return () => {
        isCurrent = false;
      };
    }, [isWanted, onClose]);
    // Mounted closed first: the dialog records and takes the focus when `opened` changes.
    useEffect(() => setMounted(Dialog !== null), [Dialog]);
    return Dialog && <Dialog {...props} opened={opened && isMounted} />;
  };
}
