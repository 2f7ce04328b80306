import { useState } from 'react';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { PlainButton } from '../../ui/plain-button.tsx';
import { previewQuery, type Draft, type Preview } from './requests.ts';
import { Rich } from '../../ui/rich.tsx';
import classes from './emails.module.css';

interface Props {
  draft: Draft;
  /** Hides the sample data. */
  short?: boolean;
}

/**
 * A draft rendered with sample data: subject, HTML, and text, with the data that a template can
 * use.
 */
export function MessagePreview({ draft, short = false }: Props) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(previewQuery(draft));
  const shown = useLastValid(data);
  if (isError) {
    return (
      <p className={classes.quiet}>
        <Rich
          text={m.emails_preview_unavailable()}
          parts={{
            button: (words) => <PlainButton onClick={() => void refetch()}>{words}</PlainButton>,
          }}
        />
      </p>
    );
  }
  if (data === undefined) return <p className={classes.quiet}>{m.common_loadingPreview()}</p>;
  const unwritten = draft.subject.trim() === '' || draft.body.trim() === '';
  return (
    <div className={classes.preview} aria-busy={isPlaceholderData}>
      {data.problem !== null && <p className={classes.broken}>{m.emails_preview_error()}</p>}
      {unwritten && <p className={classes.quiet}>{m.emails_preview_empty()}</p>}
      {!unwritten && shown !== undefined && <Message {...shown} />}
      {!short && <Sample data={data.sample} />}
    </div>
  );
}

/** The last valid preview, which stays visible while a tag is incomplete. */
function useLastValid(data: Preview | undefined): Preview | undefined {
  const [right, setRight] = useState(data);
  if (data?.problem === null && data !== right) setRight(data);
  return right?.problem === null ? right : undefined;
}

const Sample = ({ data }: { data: Preview['sample'] }) => (
  <details className={classes.sample}>
    <summary>{m.emails_preview_sample()}</summary>
    <textarea
      readOnly
      rows={14}
      aria-label={m.emails_preview_sample()}
      value={JSON.stringify(data, null, 2)}
    />
  </details>
);

function Message({ subject, html, text }: Preview) {
  return (
    <>
      <p className={classes.subject}>
        <span>{m.common_subject()}</span>
        <strong>{subject}</strong>
      </p>
      <Tabs defaultValue="html" variant="pills" className={classes.message ?? ''}>
        <Tabs.List>
          <Tabs.Tab value="html">{m.emails_preview_html()}</Tabs.Tab>
          <Tabs.Tab value="text">{m.common_text()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          <iframe
            className={classes.page}
            sandbox=""
            srcDoc={html}
            title={m.emails_preview_asHtml()}
          />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <textarea
            readOnly
            className={classes.text}
            aria-label={m.emails_preview_asText()}
            value={text}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
