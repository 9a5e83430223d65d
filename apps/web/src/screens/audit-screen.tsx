import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { auditQueries } from '../data/audit.ts';
import { useCan } from '../data/identity.ts';
import {
  addressOf,
  type AuditView,
  filterOf,
  savedAddressOf,
  viewOf,
} from '../features/audit/trail/audit-address.ts';
import { AuditExport } from '../features/audit/trail/audit-export.tsx';
import { AuditFilters } from '../features/audit/trail/audit-filters.tsx';
import { ReadingList } from '../features/audit/trail/reading-list.tsx';
import { AuditTrail, countText } from '../features/audit/trail/audit-trail.tsx';
import { ComparedHeads, CompareHeads, type Comparison } from '../features/audit/chain/compare-heads.tsx';
import { BrokenChains, CheckedChain, useChainStates } from '../features/audit/chain/chain-states.tsx';
import { SavedViews } from '../features/saved-views/saved-views.tsx';
import { text } from '../locale/text.ts';
import { Screen } from '../shared/ui/screen/screen.tsx';
import { paths } from '../shared/navigation/paths.ts';
import { useSearchKey } from '../shared/navigation/use-search-key.ts';

/** `/admin/audit?from=2026-11-19&what=denied` – the audit trail and its verification. */
export function AuditScreen() {
  const [address, setAddress] = useSearchParams();
  const { search, onKeyDown } = useSearchKey();
  const readsAll = useCan()('READ_ALL_LABORATORY');
  const view = viewOf(address);
  const show = useCallback((next: AuditView) => setAddress(addressOf(next), { replace: true }), [setAddress]);
  const filter = filterOf(view);
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const { data } = useQuery(auditQueries.list({ ...filter, page: 0, size: 1 }));
  const { data: chains = [], isPending: areChainsPending } = useChainStates(null);
  const laboratories = readsAll
    ? chains.flatMap(({ chain, laboratory }) =>
        laboratory === null ? [] : [{ id: chain, name: laboratory }],
      )
    : [];
  // Until they are known, as with several: the filters and rows then stay in place.
  const hasSeveral = readsAll && (areChainsPending || laboratories.length > 1);
  return (
    <div onKeyDown={onKeyDown} style={{ display: 'contents' }}>
      <Screen
        title={text.audit.title}
        beside={
          <SavedViews
            page="audit"
            path={paths.audit()}
            current={savedAddressOf(view)}
            onOpen={(saved) => show(viewOf(new URLSearchParams(saved)))}
          />
        }
        aside={
          <Group gap={12}>
            <CheckedChain laboratoryId={null} />
            <CompareHeads onCompared={setComparison} />
            {view.what !== 'reading' && (
              <AuditExport
                filter={filter}
                label={text.audit.export(countText(data?.count ?? 0))}
                disabled={(data?.count ?? 0) === 0}
              />
            )}
          </Group>
        }
      >
        <BrokenChains laboratoryId={null} />
        {comparison && <ComparedHeads comparison={comparison} onClose={() => setComparison(null)} />}
        <AuditFilters
          view={view}
          onView={show}
          laboratories={hasSeveral ? laboratories : null}
          textRef={search}
        />
        {view.what === 'reading' ? (
          <ReadingList view={view} onView={show} />
        ) : (
          <AuditTrail view={view} onView={show} hasLaboratories={hasSeveral && view.laboratoryId === null} />
        )}
      </Screen>
    </div>
  );
}
