import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { laboratoryQueries } from '../data/laboratories.ts';
import { LaboratoriesLayout } from '../features/laboratories/laboratories-layout.tsx';
import { LaboratoryDetail } from '../features/laboratories/laboratory-detail.tsx';
import { LaboratoryList } from '../features/laboratories/laboratory-list.tsx';
import { useLaboratoriesAddress } from '../features/laboratories/use-laboratories-address.ts';
import { UserDetail } from '../features/users/user-detail.tsx';
import { UserList } from '../features/users/user-list.tsx';
import { text } from '../locale/text.ts';
import { formatCount } from '../shared/format/format.ts';
import { focusList } from '../shared/navigation/scroll-to-part.ts';
import { FactList } from '../shared/ui/screen/fact-list.tsx';
import { Screen } from '../shared/ui/screen/screen.tsx';
import { useUnsavedParts } from '../shared/forms/use-unsaved-parts.ts';

const words = text.laboratories;

/** `/admin/laboratories?laboratory=…&user=…` – laboratories and their users. */
export function LaboratoriesScreen() {
  const { place, laboratoryId, choose } = useLaboratoriesAddress();
  const { data } = useQuery(laboratoryQueries.list(place));
  const { note, mayLeave } = useUnsavedParts<'laboratory' | 'user'>();
  const noteLaboratory = useMemo(() => note('laboratory'), [note]);
  const noteUser = useMemo(() => note('user'), [note]);

  return (
    <Screen
      title={words.title}
      aside={
        data && (
          <FactList
            facts={[
              {
                term: words.title,
                value: words.activeOf(formatCount(data.totals.laboratories), formatCount(data.totals.active)),
              },
              { term: text.users.title, value: formatCount(data.totals.users) },
              ...(data.totals.moved === undefined
                ? []
                : [{ term: words.elsewhere, value: formatCount(data.totals.moved) }]),
            ]}
          />
        )
      }
    >
      <LaboratoriesLayout list={<LaboratoryList mayLeave={() => mayLeave('laboratory', 'user')} />}>
        <LaboratoryDetail
          laboratoryId={laboratoryId}
          onChanged={noteLaboratory}
          onDeleted={() => {
            choose(null);
            focusList('laboratory-list');
          }}
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
