import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../lib/toast.ts';

interface Outcome {
  error?: string | undefined;
  message: string;
}

/**
 * Waits for the answer to a step and tells it in the server's words, for 5 seconds. `conflict`
 * means that what was answered is no longer what is asked.
 */
export async function outcomeOf(
  request: Promise<Outcome>,
): Promise<'done' | 'refused' | 'conflict'> {
  try {
    const { error, message } = await request;
    showToast(message, error ? 'danger' : 'success', toastLife.long);
    return error ? 'refused' : 'done';
  } catch (error) {
    showToast(messageOf(error), 'danger', toastLife.long);
    return error instanceof ApiError && error.code === 'conflict' ? 'conflict' : 'refused';
  }
}
