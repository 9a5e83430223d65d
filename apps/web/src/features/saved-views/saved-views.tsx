import type { SavedView, SavedViewPage } from '@curvewell/domain';
import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { savedViewQueries, useDeleteSavedView, useUpdateSavedView } from '../../data/saved-views.ts';
import { text } from '../../locale/text.ts';
import { confirmAndRun } from '../../shared/ui/dialogs/confirm-and-run.ts';
import { lazyDialog } from '../../shared/ui/dialogs/lazy-dialog.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { sameAddress } from './same-address.ts';
import styles from './saved-views.module.css';

const SavedViewDialog = lazyDialog(async () => (await import('./saved-view-dialog.tsx')).SavedViewDialog);
const words = text.savedViews;
const NONE: readonly SavedView[] = [];

interface SavedViewsProps {
  readonly page: SavedViewPage;
  /** The path of the page. */
  readonly path: string;
  /** The query of what is shown, without the page number; empty: the list as it opens. */
  readonly current: string;
  /** Shows the list of a saved query. */
  readonly onOpen: (address: string) => void;
  /** Stands after other filters in one row. */
  readonly isAfterFilters?: boolean;
}

export function SavedViews({ page, path, current, onOpen, isAfterFilters = false }: SavedViewsProps) {
  const { data = NONE } = useQuery(savedViewQueries.list);
  const [openedId, setOpenedId] = useState<string | null>(null);
  /** The view to rename; null: a new one. */
  const [named, setNamed] = useState<SavedView | null | undefined>(undefined);
  const views = data.filter((view) => view.page === page);
  const shown = views.find(({ address }) => sameAddress(address, current));
  const opened = shown ?? views.find(({ id }) => id === openedId);
  const changed = current === '' || shown ? undefined : opened;
  const canSave = current !== '' && shown === undefined;
  if (views.length === 0 && !canSave) return null;
  return (
    <div
      role="group"
      aria-label={words.title}
      className={styles['views']}
      data-after={isAfterFilters || undefined}
    >
      {views.map((view) => (
        <div key={view.id} className={styles['view']}>
          <UnstyledButton
            className={styles['open'] ?? ''}
            aria-pressed={view === shown}
            title={view.name}
            onClick={() => {
              setOpenedId(view === shown ? null : view.id);
              onOpen(view === shown ? '' : view.address);
            }}
          >
            {view.name}
            {view === changed && <span className={styles['changed']}> · {words.changed}</span>}
          </UnstyledButton>
          {/* Also of a view whose filters no longer exist, so that it can be deleted. */}
          {view === opened && (
            <ViewMenu
              view={view}
              path={path}
              current={view === changed ? current : null}
              onRename={() => setNamed(view)}
            />
          )}
        </div>
      ))}
      {canSave && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconBookmark size={16} stroke={1.6} aria-hidden />}
          onClick={() => setNamed(null)}
        >
          {words.save}
        </Button>
      )}
      <SavedViewDialog
        opened={named !== undefined}
        onClose={() => setNamed(undefined)}
        view={named ?? null}
        page={page}
        address={current}
      />
    </div>
  );
}

interface ViewMenuProps {
  readonly view: SavedView;
  readonly path: string;
  /** What is shown now, if it differs from the view. */
  readonly current: string | null;
  readonly onRename: () => void;
}

function ViewMenu({ view, path, current, onRename }: ViewMenuProps) {
  const { mutate: update } = useUpdateSavedView();
  const { mutateAsync: remove } = useDeleteSavedView();
  const { id, name, address } = view;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={words.menu(name)}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {current !== null && (
          <Menu.Item
            onClick={() =>
              update(
                { id, name, address: current },
                {
                  onSuccess: () => toastSuccess(words.saved(name)),
                  onError: (error) => toastError(words.notSaved, error),
                },
              )
            }
          >
            {words.update}
          </Menu.Item>
        )}
        <Menu.Item onClick={onRename}>{words.rename}</Menu.Item>
        <Menu.Item onClick={() => void copyLink(`${window.location.origin}${path}?${address}`)}>
          {words.copyLink}
        </Menu.Item>
        <Menu.Item
          c="var(--danger)"
          onClick={() =>
            void confirmAndRun({
              question: words.deleteQuestion(name),
              text: words.deleteText,
              answers: 'yes-no',
              destroys: true,
              action: () => remove(id),
              done: words.deleted(name),
              failed: words.notDeleted,
            })
          }
        >
          {words.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toastSuccess(words.linkCopied);
  } catch (error) {
    toastError(words.linkNotCopied, error);
  }
}
