import { Tabs, Button, TextInput, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
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
      'Open the page in the editor and choose the place for the code.',
      'Add a block of the type “Custom HTML”.',
      'Paste the code into the block.',
      'Choose “Update”, or “Publish” for a new page.',
    ],
    note: 'If your role does not allow adding code, ask an administrator of the website.',
  },
  {
    name: 'Wix',
    steps: [
      'Open the editor and choose “Add elements”.',
      'Choose “Embed code”, then “Embed HTML”.',
      'Choose “Enter code”, paste the code and apply it.',
      'Drag the frame until nothing is cut off, on the phone view too, then publish.',
    ],
    note: 'Wix shows the code in a frame that does not grow by itself, so leave it enough height.',
  },
  {
    name: 'Squarespace',
    steps: [
      'Edit the page and add a block where the code should be.',
      'Choose the block “Code”.',
      'Set its type to HTML and paste the code.',
      'Save the page, then look at it signed out: while you edit, scripts do not run.',
    ],
    note: 'Scripts in code blocks need a plan that allows them.',
  },
  {
    name: 'Plain HTML',
    steps: [
      'Open the page’s HTML file.',
      'Paste the code between <body> and </body>, where it should show.',
      'Upload the file to your web server.',
      'Open the page in your browser and reload it.',
    ],
    note: 'If you put several codes on one page, paste each one whole. The script still loads only once.',
  },
] as const;

/** How to put a code into a website, step by step. */
function CodeInstructions() {
  return (
    <section aria-label="How to add it to your website">
      <h3 className={classes.heading}>How to add it to your website</h3>
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
        label="Send it to the person who runs your website"
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
      <pre aria-label="Code">
        <code>{code}</code>
      </pre>
      <Button
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copyText(code, 'Copied!')}
      >
        Copy code
      </Button>
    </div>
  );
}
