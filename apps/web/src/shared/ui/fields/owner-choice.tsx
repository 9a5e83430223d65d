import type { KitOwner, Permission } from '@curvewell/domain';
import { SegmentedControl, Text } from '@mantine/core';
import { useId, useState } from 'react';

import { text } from '../../../locale/text.ts';

const words = text.kits.owner;

interface Author {
  readonly permissions: readonly Permission[];
  readonly laboratories: readonly { readonly name: string }[];
}

/** The owner of a new kit: super administrators of a laboratory choose; others get the only owner that is possible. */
export function useNewOwner({ permissions, laboratories: [laboratory] }: Author) {
  const [chosen, choose] = useState<KitOwner>('laboratory');
  const mayChoose = laboratory !== undefined && permissions.includes('SUPER_ADMIN');
  return {
    /** As requests have it. */
    asked: mayChoose ? { owner: chosen } : {},
    field: { laboratory: laboratory?.name ?? null, chosen: mayChoose ? chosen : null, onChoose: choose },
  };
}

/** The owner of a new kit, and its consequences. */
export function OwnerChoice({ laboratory, chosen, onChoose }: ReturnType<typeof useNewOwner>['field']) {
  const id = useId();
  const isOwn = laboratory !== null && chosen !== 'all';
  return (
    <div>
      {chosen !== null && laboratory !== null && (
        <>
          <Text id={id} size="sm" fw={500}>
            {words.title}
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby={id}
            data={[
              { value: 'laboratory', label: laboratory },
              { value: 'all', label: words.all },
            ]}
            value={chosen}
            onChange={onChoose}
          />
        </>
      )}
      <Text size="xs" mt={chosen === null ? 0 : 4}>
        {isOwn ? words.ownText(laboratory) : words.allText}
      </Text>
    </div>
  );
}
