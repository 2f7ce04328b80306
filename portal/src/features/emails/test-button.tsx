import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { showToast, toastLife } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { useSession } from '../../lib/session.ts';
import { IconSend } from '../../ui/icons.ts';
import type { Draft } from './api/preview-template.ts';
import { sendTest } from './api/send-test.ts';

/** Sends the draft as it is, with sample data, to the own address. */
export function TestButton({ draft }: { draft: Draft }) {
  const { email } = useSession();
  const test = useMutation({
    mutationFn: sendTest,
    onSuccess: () =>
      showToast(`A test message is on its way to ${email}.`, 'success', toastLife.long),
    onError: (error) => showToast(failureText(error), 'danger', toastLife.long),
  });
  const incomplete = draft.subject.trim() === '' || draft.body.trim() === '';
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} aria-hidden />}
      disabled={incomplete}
      loading={test.isPending}
      onClick={() => test.mutate(draft)}
    >
      Send test to me
    </Button>
  );
}
