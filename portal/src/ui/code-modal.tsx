import { Tabs, Button, TextInput, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import { copyText } from '../lib/clipboard.ts';
import { useContractForm } from '../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../lib/toast.ts';
import { IconSend, IconCopy } from './icons.ts';
import classes from './code-modal.module.css';

/** How a piece of HTML gets into a page, by what the website is made with. */
const ways = [
  {
    name: 'WordPress',
    steps: [
      m.common_open_the_page_in_the(),
      m.common_add_a_block_of_the(),
      m.common_paste_the_code_into_the(),
      m.common_choose_update_or_publish_for(),
    ],
    note: m.common_if_your_role_does_not(),
  },
  {
    name: 'Wix',
    steps: [
      m.common_open_the_editor_and_choose(),
      m.common_choose_embed_code_then_embed(),
      m.common_choose_enter_code_paste_the(),
      m.common_drag_the_frame_until_nothing(),
    ],
    note: m.common_wix_shows_the_code_in(),
  },
  {
    name: 'Squarespace',
    steps: [
      m.common_edit_the_page_and_add(),
      m.common_choose_the_block_code(),
      m.common_set_its_type_to_html(),
      m.common_save_the_page_then_look(),
    ],
    note: m.common_scripts_in_code_blocks_need(),
  },
  {
    name: m.common_plain_html(),
    steps: [
      m.common_open_the_pages_html_file(),
      m.common_paste_the_code_between({ start: '<body>', end: '</body>' }),
      m.common_upload_the_file_to_your(),
      m.common_open_the_page_in_your(),
    ],
    note: m.common_if_you_put_several_codes(),
  },
] as const;

/** How to put a code into a website, step by step. */
function CodeInstructions() {
  return (
    <section aria-label={m.common_how_to_add_it_to()}>
      <h3 className={classes.heading}>{m.common_how_to_add_it_to()}</h3>
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

/** Sends the code to an address. */
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
    // Told already.
    onFailure: () => undefined,
  });
  return (
    <form {...form} className={classes.mail}>
      <TextInput
        {...field('email')}
        onChange={({ currentTarget }) => setValue('email', currentTarget.value.replace(/\s+/g, ''))}
        label={m.common_send_it_to_the_person()}
        placeholder={m.common_name_example_com()}
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
        {m.common_send_code_to_e_mail()}
      </Button>
    </form>
  );
}

interface CodeModalProps {
  title: string;
  opened: boolean;
  code: string;
  onClose: () => void;
  /** E-mails the code; throws when it could not be sent. */
  onSend: (email: string) => Promise<unknown>;
  /** What is said when it could not be sent. */
  failure: string;
}

/**
 * A code for a website: to copy, how to put it in, and to send to whoever looks after the website.
 */
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
        onClick={() => void copyText(code, m.common_copied())}
      >
        {m.common_copy_code()}
      </Button>
    </div>
  );
}
