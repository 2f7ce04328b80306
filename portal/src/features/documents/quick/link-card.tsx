import { Button, TextInput } from '@mantine/core';
import * as m from '#messages';
import { type mailLink as endpoint, linkForm } from '@lintel/contract/documents/quick/document';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { Card } from '../../../ui/card.tsx';
import { IconSend } from '../../../ui/icons.ts';
import { unexpected } from './use-download.ts';
import classes from './invoices.module.css';

/** E-mails the page's address to a customer. */
const mailLink = call<typeof endpoint>(
  { method: 'POST', path: '/widgets/{pageId}/price/mail', encoding: 'form' },
  { handles: [500] },
);

/** Sends a customer the address of the document's financing page. */
export function LinkCard({ pageId, userId }: { pageId: number; userId: number }) {
  const { form, field, busy, reset } = useContractForm({
    initial: { email: '' },
    rules: () => Promise.resolve(linkForm),
    onSubmit: async ({ email }) => {
      await mailLink({ params: { pageId }, body: { userId, email } }).catch((error: unknown) => {
        showToast(unexpected, 'danger', toastLife.long);
        throw error;
      });
      reset();
      showToast(m.common_success(), 'success', toastLife.long);
    },
    // Already shown.
    onFailure: () => undefined,
  });
  return (
    <Card title={m.documents_link_title()} text={m.documents_link_help()}>
      <form {...form} className={classes.mail}>
        <TextInput
          {...field('email')}
          label={m.documents_link_customerEmail()}
          type="email"
          required
          maxLength={250}
          autoComplete="off"
        />
        <Button
          type="submit"
          variant="default"
          loading={busy}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          {m.common_sendLink()}
        </Button>
      </form>
    </Card>
  );
}
