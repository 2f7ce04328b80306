import { Tabs, Button, TextInput, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import { copyText } from '../lib/clipboard.ts';
import { useContractForm } from '../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../lib/toast.ts';
import { IconSend, IconCopy } from './icons.ts';
import classes from './code-modal.module.css';

/** Ways to put HTML into a page, by website builder. */
const ways = [
  {
    name: 'WordPress',
    steps: [
      m.common_code_wordpress_step1(),
      m.common_code_wordpress_step2(),
      m.common_code_wordpress_step3(),
      m.common_code_wordpress_step4(),
    ],
    note: m.common_code_wordpress_note(),
  },
  {
    name: 'Wix',
    steps: [
      m.common_code_wix_step1(),
      m.common_code_wix_step2(),
      m.common_code_wix_step3(),
      m.common_code_wix_step4(),
    ],
    note: m.common_code_wix_note(),
  },
  {
    name: 'Squarespace',
    steps: [
      m.common_code_squarespace_step1(),
      m.common_code_squarespace_step2(),
      m.common_code_squarespace_step3(),
      m.common_code_squarespace_step4(),
    ],
    note: m.common_code_squarespace_note(),
  },
  {
    name: m.common_code_html_title(),
    steps: [
      m.common_code_html_step1(),
      m.common_code_html_step2({ start: '<body>', end: '</body>' }),
      m.common_code_html_step3(),
      m.common_code_html_step4(),
    ],
    note: m.common_code_severalOnPage(),
  },
] as const;

/** Step-by-step instructions to put a code into a website. */
function CodeInstructions() {
  return (
    <section aria-label={m.common_code_howTo()}>
      <h3 className={classes.heading}>{m.common_code_howTo()}</h3>
      <Tabs defaultValue={ways[0].name} className={classes.ways ?? ''}>
        <Tabs.List>
          {ways.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {ways.map(({ name, steps, note }) => (
          <Tabs.Panel key={name} value={name}>
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p>{note}</p>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

interface CodeMailProps {
  onSend: (email: string) => Promise<unknown>;
  failure: string;
}

/** E-mails the code to an address. */
function CodeMail({ onSend, failure }: CodeMailProps) {
  const { form, field, values, setValue, busy, reset } = useContractForm({
    initial: { email: '' },
    rules: () => import('@lintel/contract/marketing/widgets').then(({ codeEmail }) => codeEmail),
    onSubmit: async ({ email }) => {
      try {
        await onSend(email);
      } catch (error) {
        showToast(failure, 'danger', toastLife.short);
        throw error;
      }
      reset();
      showToast(m.common_success(), 'success', toastLife.short);
    },
    // The failure is already on screen.
    onFailure: () => undefined,
  });
  return (
    <form {...form} className={classes.mail}>
      <TextInput
        {...field('email')}
        onChange={({ currentTarget }) => setValue('email', currentTarget.value.replace(/\s+/g, ''))}
        label={m.common_code_sendTitle()}
        placeholder={m.common_code_emailPlaceholder()}
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
        {m.common_code_send()}
      </Button>
    </form>
  );
}

interface CodeModalProps {
  title: string;
  opened: boolean;
  code: string;
  onClose: () => void;
  /** E-mails the code; throws on failure. */
  onSend: (email: string) => Promise<unknown>;
  /** The message when sending fails. */
  failure: string;
}

/** A website code: copy it, follow the instructions, or e-mail it to the website's manager. */
export function CodeModal({ title, opened, code, onClose, onSend, failure }: CodeModalProps) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={720} fullScreen={narrow}>
      <div className={classes.content}>
        <Snippet code={code} />
        <CodeInstructions />
        <CodeMail onSend={onSend} failure={failure} />
      </div>
    </Modal>
  );
}

function Snippet({ code }: { code: string }) {
  return (
    <div className={classes.snippet}>
      <pre aria-label={m.common_code()}>
        <code>{code}</code>
      </pre>
      <Button
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copyText(code, m.common_copied_toast())}
      >
        {m.common_code_copy()}
      </Button>
    </div>
  );
}
