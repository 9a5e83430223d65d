import { EmptyState } from '@mantine/core';

import { text } from '../locale/text.ts';
import { Screen } from '../shared/ui/screen/screen.tsx';

/** Placeholder for a page that the specification names and that has no function yet. */
export function NotBuiltScreen({ title }: { readonly title: string }) {
  return (
    <Screen title={title}>
      <EmptyState description={text.shell.notBuilt(title)} />
    </Screen>
  );
}
