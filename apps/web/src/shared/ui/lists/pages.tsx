import { Pagination } from '@mantine/core';

import { text } from '../../../locale/text.ts';

interface PagesProps {
  /** What is paged: “Pages of laboratories”. */
  readonly label: string;
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Numbers beside the page's own. */
  readonly siblings?: number;
  readonly className?: string;
}

/** The pages of a list; nothing where one page holds all. */
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
