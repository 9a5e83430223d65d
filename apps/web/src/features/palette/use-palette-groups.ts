import { canSearchFor, FOUND_PER_KIND, MIN_SEARCH_LENGTH } from '@curvewell/contracts';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useCan, useMe } from '../../data/identity.ts';
import { runQueries } from '../../data/runs.ts';
import { searchQueries } from '../../data/search.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { foundGroups, recentGroup } from './found-groups.ts';
import type { PaletteGroup, PaletteOption } from './palette-option.ts';

const DEBOUNCE_MS = 300;
const RECENT = { page: 0, size: FOUND_PER_KIND, sort: 'since', sortDirection: 'desc' } as const;

const words = text.palette;

interface PaletteContent {
  readonly groups: readonly PaletteGroup[];
  /** For the live region: what was found, that it is searched for, or why not. */
  readonly note: string;
  readonly isFailed: boolean;
}

/** The lines for a typed text: what the server finds, and the commands that contain all its words. */
export function usePaletteGroups(typed: string, commands: readonly PaletteOption[]): PaletteContent {
  const search = typed.trim();
  const { laboratoryState, laboratories } = useMe();
  const listsAll = useCan()('READ_ALL_LABORATORY');
  const isMember = laboratoryState === 'active';
  const [sent] = useDebouncedValue(search, DEBOUNCE_MS);
  const isSearched = isMember && canSearchFor(search);
  const found = useQuery({ ...searchQueries.all(sent), enabled: isSearched && sent === search });
  const recent = useQuery({
    ...runQueries.list({ ...RECENT, search: '', status: null }),
    enabled: isMember && search === '',
  });
  // Only the answer for the text in the field.
  const answer = isSearched && sent === search ? found.data : undefined;
  const isFailed = isSearched && sent === search && found.isError;
  const groups = [
    ...(search === '' && recent.data ? [recentGroup(recent.data.runs)] : []),
    ...(answer ? foundGroups(answer, listsAll ? (laboratories[0]?.id ?? null) : null) : []),
    {
      title: words.groups.commands,
      options: [...matching(commands, search), ...(isMember ? searchRuns(search) : [])],
    },
  ].filter(({ options }) => options.length > 0);
  const isWaiting = isSearched && answer === undefined && !isFailed;
  const more = answer !== undefined && Object.values(answer).some((kind) => kind.more);
  return {
    groups,
    note: noteOf({ search, isMember, isSearched, isWaiting, isFailed, groups, more }),
    isFailed,
  };
}

function matching(commands: readonly PaletteOption[], search: string): readonly PaletteOption[] {
  if (search === '') return commands;
  const parts = search.toLowerCase().split(/\s+/);
  return commands
    .filter(({ name }) => parts.every((part) => name.toLowerCase().includes(part)))
    .slice(0, FOUND_PER_KIND);
}

function searchRuns(search: string): PaletteOption[] {
  if (search === '') return [];
  return [
    { id: 'search runs', icon: IconSearch, name: words.searchRuns(search), to: paths.searchedRuns(search) },
  ];
}

interface NoteOf extends Pick<PaletteContent, 'groups' | 'isFailed'> {
  readonly search: string;
  readonly isMember: boolean;
  readonly isSearched: boolean;
  readonly isWaiting: boolean;
  readonly more: boolean;
}

function noteOf({ search, isMember, isSearched, isWaiting, isFailed, groups, more }: NoteOf): string {
  if (isFailed) return words.failed;
  if (isWaiting) return words.searching;
  if (search !== '' && isMember && !isSearched) return words.tooShort(MIN_SEARCH_LENGTH);
  const count = groups.flatMap(({ options }) => options).filter(({ id }) => id !== 'search runs').length;
  return count === 0 ? words.none(search) : words.count(count, more);
}
