import { useQueryClient } from '@tanstack/react-query';
import { openDialog } from '../../lib/dialog.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { deleteEvent } from './api/delete-event.ts';
import { eventsKey, type EmailEvent } from './api/get-events.ts';

/** Asks whether an event is to be deleted, and deletes it. */
export function useDeleteEvent(): (event: EmailEvent) => Promise<void> {
  const client = useQueryClient();
  return async ({ id }) => {
    const confirmed = await openDialog({
      title: 'Deleting template event',
      text: 'Are you sure you want to delete this template event? This action cannot be undone.',
      confirm: 'Delete',
      cancel: 'Cancel',
      tone: 'danger',
    });
    if (!confirmed) return;
    try {
      await deleteEvent(id);
      showToast('Successful');
    } catch (error) {
      showToast(failureText(error), 'danger');
    }
    await client.invalidateQueries({ queryKey: eventsKey });
  };
}
