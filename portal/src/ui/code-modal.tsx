import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { copyText } from '../lib/clipboard.ts';
import { CodeInstructions } from './code-instructions.tsx';
import { CodeMail } from './code-mail.tsx';
import { IconCopy } from './icons.ts';
import classes from './code-modal.module.css';

interface Props {
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
export function CodeModal({ title, opened, code, onClose, onSend, failure }: Props) {
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
