import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlainButton } from '../../ui/plain-button.tsx';
import { previewQuery, type Draft } from './api/preview-template.ts';
import classes from './emails.module.css';

interface Props {
  draft: Draft;
  /** Leaves out the sample data. */
  short?: boolean;
}

/** What a draft makes of sample data: its subject, its HTML and its text, and the data that a template can use. */
export function MessagePreview({ draft, short = false }: Props) {
  const { data, isError, isEnabled, isPlaceholderData, refetch } = useQuery(previewQuery(draft));
  if (!isEnabled) return <p className={classes.quiet}>Write a subject and a body to see the message.</p>;
  if (isError) {
    return (
      <p className={classes.quiet}>
        There is no preview right now. <PlainButton onClick={() => void refetch()}>Try again</PlainButton>
      </p>
    );
  }
  if (data === undefined) return <p className={classes.quiet}>Loading the preview…</p>;
  return (
    <div className={classes.preview} aria-busy={isPlaceholderData}>
      {data.problem === null ? (
        <Message subject={data.subject} html={data.html} text={data.text} />
      ) : (
        <p className={classes.broken}>The preview comes back when the template is right again.</p>
      )}
      {!short && (
        <details className={classes.sample}>
          <summary>Sample data</summary>
          <pre tabIndex={0} aria-label="Sample data">
            {JSON.stringify(data.sample, null, 2)}
          </pre>
        </details>
      )}
    </div>
  );
}

function Message({ subject, html, text }: { subject: string; html: string; text: string }) {
  return (
    <>
      <p className={classes.subject}>
        <span>Subject</span>
        <strong>{subject}</strong>
      </p>
      <Tabs defaultValue="html" variant="pills" className={classes.message ?? ''}>
        <Tabs.List>
          <Tabs.Tab value="html">HTML</Tabs.Tab>
          <Tabs.Tab value="text">Text</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          <iframe className={classes.page} sandbox="" srcDoc={html} title="The message as HTML" />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <pre className={classes.text} tabIndex={0} aria-label="The message as text">
            {text}
          </pre>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
