import { useMemo } from 'react';

import { useMe } from '../data/identity.ts';
import { LaboratoriesLayout } from '../features/laboratories/laboratories-layout.tsx';
import { LaboratoryDetail } from '../features/laboratories/laboratory-detail.tsx';
import { UserDetail } from '../features/users/user-detail.tsx';
import { UserList } from '../features/users/user-list.tsx';
import { text } from '../locale/text.ts';
import { Screen } from '../shared/ui/screen/screen.tsx';
import { useUnsavedParts } from '../shared/forms/use-unsaved-parts.ts';

/** `/laboratory?user=…` – the user's own laboratory. */
export function LaboratoryScreen() {
  const { laboratories } = useMe();
  const { note, mayLeave } = useUnsavedParts<'laboratory' | 'user'>();
  const noteLaboratory = useMemo(() => note('laboratory'), [note]);
  const noteUser = useMemo(() => note('user'), [note]);

  return (
    <Screen title={text.laboratories.own}>
      <LaboratoriesLayout list={null}>
        <LaboratoryDetail
          laboratoryId={laboratories[0]?.id ?? null}
          onChanged={noteLaboratory}
          onDeleted={() => undefined}
        >
          {(laboratory) => (
            <>
              <UserList laboratory={laboratory} mayLeave={() => mayLeave('user')} />
              <UserDetail laboratoryId={laboratory.id} onChanged={noteUser} />
            </>
          )}
        </LaboratoryDetail>
      </LaboratoriesLayout>
    </Screen>
  );
}
