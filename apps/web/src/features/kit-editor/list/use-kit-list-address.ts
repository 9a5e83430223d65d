import { pageIn, pageText, searchIn, useAddress } from '../../../shared/navigation/use-address.ts';
import { KIT_FILTERS, KIT_SORTS, type KitFilter, type KitSort } from './kit-list-rows.ts';

interface ShownKits {
  /** From 0. */
  readonly page: number;
  readonly search: string;
  readonly filter: KitFilter;
  readonly sort: KitSort;
  readonly direction: 'asc' | 'desc';
}

/** What identifies a place in the editor, and not in the list. */
const EDITOR_PARAMETERS = ['kit', 'version', 'buffer', 'analyser', 'channel', 'try', 'run'] as const;

/** Where the editor opens besides the first buffer and analyser, and the run whose curves it shows. */
type EditorPlace = Readonly<Partial<Record<'buffer' | 'analyser' | 'run', string>>>;

/** The list in the address: `?tab=kits&show=in-use&search=HFE&sort=runs,desc&page=2`. */
export function useKitListAddress() {
  const { address, set } = useAddress();
  const [sort, direction] = (address.get('sort') ?? '').split(',');
  const shown: ShownKits = {
    page: pageIn(address),
    search: searchIn(address),
    filter: KIT_FILTERS.find((name) => name === address.get('show')) ?? 'all',
    sort: KIT_SORTS.find((name) => name === sort) ?? 'name',
    direction: direction === 'desc' ? 'desc' : 'asc',
  };
  const show = (changed: Partial<ShownKits>): void => {
    const next = { ...shown, page: 0, ...changed };
    set({
      page: pageText(next.page),
      search: next.search,
      show: next.filter === 'all' ? null : next.filter,
      sort: next.sort === 'name' && next.direction === 'asc' ? null : `${next.sort},${next.direction}`,
    });
  };
  /** The address of the editor, which keeps the view of the list for the way back. */
  const editorAddress = (kitId: string, versionId?: string, place: EditorPlace = {}): string => {
    const next = new URLSearchParams(address);
    next.set('tab', 'kits');
    next.delete('make');
    next.set('kit', kitId);
    if (versionId !== undefined) next.set('version', versionId);
    for (const [name, value] of Object.entries(place)) next.set(name, value);
    return `?${next.toString()}`;
  };
  const listAddress = (): string => {
    const next = new URLSearchParams(address);
    for (const name of EDITOR_PARAMETERS) next.delete(name);
    next.set('tab', 'kits');
    return `?${next.toString()}`;
  };
  /** What a new kit is made from: `empty`, `file`, `copy`, or the id of a run; null: no kit is added. */
  const make = address.get('make');
  const setMake = (next: string | null): void => set({ make: next });
  return { shown, show, editorAddress, listAddress, make, setMake };
}
