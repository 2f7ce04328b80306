import { Button, TextInput } from '@mantine/core';
import { useContractForm } from '../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../lib/toast.ts';
import { IconSend } from './icons.ts';
import classes from './code-modal.module.css';

interface Props {
  onSend: (email: string) => Promise<unknown>;
  failure: string;
}

/** Sends the code to an address. */
export function CodeMail({ onSend, failure }: Props) {
  const { form, field, values, setValue, busy, reset } = useContractForm({
    initial: { email: '' },
    rules: () => import('@lintel/contract/marketing-widgets').then(({ codeEmail }) => codeEmail),
    onSubmit: async ({ email }) => {
      try {
        await onSend(email);
      } catch (error) {
        showToast(failure, 'danger', toastLife.short);
        throw error;
      }
      reset();
      showToast('Success!', 'success', toastLife.short);
    },
    // Told already.
    onFailure: () => undefined,
  });
  return (
    <form {...form} className={classes.mail}>
      <TextInput
        {...field('email')}
        onChange={({ currentTarget }) => setValue('email', currentTarget.value.replace(/\s+/g, ''))}
        label="Send it to whoever looks after your website"
        placeholder="name@example.com"
        inputMode="email"
        autoComplete="off"
        required
      />
      <Button
        type="submit"
        variant="default"
        loading={busy}
        disabled={values.email === ''}
        leftSection={<IconSend size={16} aria-hidden />}
      >
        Send code to e-mail
      </Button>
    </form>
  );
}
