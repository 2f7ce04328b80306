import { useState } from 'react';
import { ActionIcon, Button, Modal, Popover, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { ContractorView } from '@lintel/contract/contractors/views';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast } from '../../lib/toast.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { IconBookmark, IconTrash } from '../../ui/icons.ts';
import { saveView, viewsQuery } from './requests.ts';
import classes from './views-menu.module.css';

interface Props {
  views: readonly ContractorView[];
  /** The state to save. */
  current: Omit<ContractorView, 'id' | 'name'>;
  onOpen(view: ContractorView): void;
  onDelete(view: ContractorView): void;
}

/** The user's saved views: open, delete, or save the current one. */
export function ViewsMenu({ views, current, onOpen, onDelete }: Props) {
  const [shown, setShown] = useState<'menu' | 'saving' | null>(null);
  const close = (): void => setShown(null);
  const pick = (view: ContractorView): void => {
    close();
    onOpen(view);
  };
  // Also handles a click elsewhere after the dialog has replaced the menu.
  const dismiss = (): void => setShown((now) => (now === 'menu' ? null : now));
  const toggle = (): void => setShown(shown === 'menu' ? null : 'menu');
  return (
    <>
      <Popover
        opened={shown === 'menu'}
        onDismiss={dismiss}
        position="bottom-end"
        shadow="md"
        width={280}
        trapFocus
      >
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            onClick={toggle}
          >
            {m.contractors_views_title()}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={m.contractors_views_title()}>
          <ViewList views={views} onOpen={pick} onDelete={onDelete} />
          <Button
            size="compact-md"
            variant="default"
            mt="sm"
            fullWidth
            onClick={() => setShown('saving')}
          >
            {m.contractors_views_save()}
          </Button>
        </Popover.Dropdown>
      </Popover>
      {shown === 'saving' && (
        <SaveViewModal current={current} names={views.map(({ name }) => name)} onClose={close} />
      )}
    </>
  );
}

function ViewList({ views, onOpen, onDelete }: Pick<Props, 'views' | 'onOpen' | 'onDelete'>) {
  if (views.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        {m.contractors_views_help()}
      </Text>
    );
  }
  return (
    <ul className={classes.views}>
      {views.map((view) => (
        <li key={view.id}>
          <button type="button" className={classes.open} onClick={() => onOpen(view)}>
            {view.name}
          </button>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={m.contractors_views_deleteNamed({ view: view.name })}
            onClick={() => onDelete(view)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

interface SaveViewModalProps {
  current: Omit<ContractorView, 'id' | 'name'>;
  /** The existing names: saving under the same name replaces. */
  names: readonly string[];
  onClose(): void;
}

/** Names and saves the current view. */
function SaveViewModal({ current, names, onClose }: SaveViewModalProps) {
  const client = useQueryClient();
  const { form, field, values, busy } = useContractForm({
    initial: { name: '' },
    rules: () =>
      import('@lintel/contract/contractors/views').then((module) =>
        module.viewForm.pick({ name: true }),
      ),
    onSubmit: async ({ name }) => {
      await saveView({ ...current, name });
      await client.invalidateQueries({ queryKey: viewsQuery.queryKey });
      onClose();
      showToast(m.contractors_views_saved());
    },
    onFailure: notifyFailure,
  });
  const replaces = names.includes(values.name.trim());
  return (
    <Modal opened onClose={onClose} title={m.contractors_views_save()} size={440}>
      <form {...form}>
        <TextInput
          {...field('name')}
          label={m.common_name()}
          required
          maxLength={60}
          data-autofocus
          autoComplete="off"
          description={
            replaces ? m.contractors_views_replaceHelp() : m.contractors_views_saveHelp()
          }
        />
        <FormActions
          submit={replaces ? m.common_replace() : m.common_save()}
          busy={busy}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
