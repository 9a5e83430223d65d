import { Pagination } from '@mantine/core';

import { text } from '../../locale/text.ts';

interface AuditPagesProps {
  readonly label: string;
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** The pages of a list on the audit page; nothing where one page holds all. */
export function AuditPages({ label, total, page, onPage }: AuditPagesProps) {
  if (total < 2) return null;
  return (
    <nav aria-label={label}>
      <Pagination
        size="sm"
        total={total}
        value={page}
        onChange={onPage}
        getItemProps={(item) => ({ 'aria-label': text.pages.page(item) })}
        getControlProps={(control) => ({ 'aria-label': text.pages[control] })}
      />
    </nav>
  );
}
