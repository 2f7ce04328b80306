import { useState } from 'react';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlainButton } from '../../ui/plain-button.tsx';
import { previewQuery, type Draft, type Preview } from './requests.ts';
import classes from './emails.module.css';

interface Props {
  draft: Draft;
  /** Leaves out the sample data. */
  short?: boolean;
}

/**
 * What a draft makes of sample data: its subject, its HTML and its text, and the data that a
 * template can use.
 */
export function MessagePreview({ draft, short = false }: Props) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(previewQuery(draft));
  const shown = useLastRight(data);
  if (isError) {
    return (
      <p className={classes.quiet}>
        No preview is available right now.{' '}
        <PlainButton onClick={() => void refetch()}>Try again</PlainButton>
      </p>
    );
  }
  if (data === undefined) return <p className={classes.quiet}>Loading the preview…</p>;
  const unwritten = draft.subject.trim() === '' || draft.body.trim() === '';
  return (
    <div className={classes.preview} aria-busy={isPlaceholderData}>
      {data.problem !== null && (
        <p className={classes.broken}>
          The template has an error. The preview comes back once the error is fixed.
        </p>
      )}
      {unwritten && <p className={classes.quiet}>Write a subject and a body to see the message.</p>}
      {!unwritten && shown !== undefined && <Message {...shown} />}
      {!short && <Sample data={data.sample} />}
    </div>
  );
}

/** The last preview of a right template: it stays in view while a tag is half typed. */
function useLastRight(data: Preview | undefined): Preview | undefined {
  const [right, setRight] = useState(data);
  if (data?.problem === null && data !== right) setRight(data);
  return right?.problem === null ? right : undefined;
}

const Sample = ({ data }: { data: Preview['sample'] }) => (
  <details className={classes.sample}>
    <summary>Sample data</summary>
    <textarea readOnly rows={14} aria-label="Sample data" value={JSON.stringify(data, null, 2)} />
  </details>
);

function Message({ subject, html, text }: Preview) {
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
          <textarea
            readOnly
            className={classes.text}
            aria-label="The message as text"
            value={text}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
