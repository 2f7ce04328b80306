import { useQueryClient } from '@tanstack/react-query';
import { mayDelete } from '../../lib/form/ask-first.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { deleteEvent } from './api/delete-event.ts';
import { eventsKey, type EmailEvent } from './api/get-events.ts';

/** Asks whether an event is to be deleted, and deletes it. */
export function useDeleteEvent(): (event: EmailEvent) => Promise<void> {
  const client = useQueryClient();
  return async ({ id }) => {
    if (
      !(await mayDelete(
        'Deleting template event',
        'Are you sure you want to delete this template event?',
      ))
    )
      return;
    try {
      await deleteEvent(id);
      showToast('Successful');
    } catch (error) {
      showToast(failureText(error), 'danger');
    }
    await client.invalidateQueries({ queryKey: eventsKey });
  };
}
