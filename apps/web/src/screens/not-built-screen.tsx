import { EmptyState } from '@mantine/core';

import { text } from '../locale/text.ts';
import { Screen } from '../shared/ui/screen/screen.tsx';

/** A page that the specification names and that does nothing yet. */
export function NotBuiltScreen({ title }: { readonly title: string }) {
  return (
    <Screen title={title}>
      <EmptyState description={text.shell.notBuilt(title)} />
    </Screen>
  );
}
