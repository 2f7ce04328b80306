import { useState } from 'react';
import { ActionIcon, Button, Group, Popover, Text } from '@mantine/core';
import type { ContractorView } from '@lintel/contract/contractors-views';
import { IconBookmark, IconTrash } from '../../ui/icons.ts';
import { SaveViewModal } from './save-view-modal.tsx';
import classes from './views-menu.module.css';

interface Props {
  views: readonly ContractorView[];
  /** What would be saved. */
  current: Omit<ContractorView, 'id' | 'name'>;
  onOpen(view: ContractorView): void;
  onDelete(view: ContractorView): void;
}

/** The views that one has kept: open one, delete one, keep what is looked at. */
export function ViewsMenu({ views, current, onOpen, onDelete }: Props) {
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState(false);
  const pick = (view: ContractorView): void => {
    setOpen(false);
    onOpen(view);
  };
  return (
    <>
      <Popover opened={open} onChange={setOpen} position="bottom-end" shadow="md" width={280} trapFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setOpen(!open)}>
            Views
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Views">
          {views.length === 0 && (
            <Text c="dimmed" size="sm">
              Keep filters, columns and order under a name, to have them with one click.
            </Text>
          )}
          <ul className={classes.views}>
            {views.map((view) => (
              <li key={view.id}>
                <button type="button" className={classes.open} onClick={() => pick(view)}>
                  {view.name}
                </button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  aria-label={`Delete the view ${view.name}`}
                  onClick={() => onDelete(view)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <Group mt="sm">
            <Button
              size="compact-md"
              variant="default"
              fullWidth
              onClick={() => {
                setOpen(false);
                setSaving(true);
              }}
            >
              Save this view
            </Button>
          </Group>
        </Popover.Dropdown>
      </Popover>
      {saving && <SaveViewModal current={current} names={views.map(({ name }) => name)} onClose={() => setSaving(false)} />}
    </>
  );
}
