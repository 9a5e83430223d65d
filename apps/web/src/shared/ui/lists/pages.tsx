import { Pagination } from '@mantine/core';

import { text } from '../../../locale/text.ts';

interface PagesProps {
  /** Accessible name: “Pages of laboratories”. */
  readonly label: string;
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Number of page links on each side of the current one. */
  readonly siblings?: number;
  readonly className?: string;
}

/** The pagination of a list; nothing for a single page. */
export function Pages({ label, total, page, onPage, siblings = 1, className = '' }: PagesProps) {
  if (total < 2) return null;
  return (
    <nav aria-label={label} className={className}>
      <Pagination
        size="sm"
        total={total}
        value={page}
        siblings={siblings}
        onChange={onPage}
        getItemProps={(item) => ({ 'aria-label': text.pages.page(item) })}
        getControlProps={(control) => ({ 'aria-label': text.pages[control] })}
      />
    </nav>
  );
}
