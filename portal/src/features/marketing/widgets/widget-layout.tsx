import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { Button, Select, Skeleton, Switch } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import {
  isLanguage,
  languages,
  languagesInEnglish,
  type Language,
} from '@lintel/contract/core/language';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { unexpectedError } from '../../../lib/unexpected.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeModal } from '../../../ui/code-modal.tsx';
import { IconCode } from '../../../ui/icons.ts';
import { PlainButton } from '../../../ui/plain-button.tsx';
import type { CodeQuery } from './requests.ts';
import { SitesCard } from './sites-card.tsx';
import classes from './widgets.module.css';

/**
 * What a website would bring along: nothing but white and a little room. Links open beside the
 * portal.
 */
const frameOf = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><base target="_blank"><style>` +
  `html{color-scheme:light;background:#fff}body{margin:0;font-family:system-ui,sans-serif}img{max-width:100%;height:auto;vertical-align:top}` +
  `</style></head><body>${body}</body></html>`;

/**
 * The portal's policy takes scripts and pictures from its own address only, which need not be the
 * public one that the code names.
 */
const withOwnEmbeds = (code: string): string =>
  code.replace(/(\ssrc(?:set)?=")https?:\/\/[^/"]+(?=\/embeds\/)/g, '$1');

/**
 * The preview shows the chosen picture even where the frame is narrower: without the pictures for
 * narrow windows, the chosen one shrinks.
 */
const withChosenPicture = (code: string): string => code.replace(/<source\b[^>]*>/g, '');

/**
 * Writes a code into an empty frame, where it runs as it would on a website. A written document has
 * the address of the page that wrote it (one from `srcdoc` has none): the script may say where it
 * stands, and the portal's policy, which the frame inherits, lets no script run but the server's
 * own.
 */
function writePreview(frame: HTMLIFrameElement, body: string): void {
  const page = frame.contentDocument;
  // Once only: a second document would be written over a script that already runs.
  if (page === null || page.querySelector('base') !== null) return;
  page.open();
  page.write(frameOf(withChosenPicture(withOwnEmbeds(body))));
  page.close();
}

/** Gets a code and opens its window; a failure or an empty code is told by `failure`. */
function useCode(query: CodeQuery, failure: string) {
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const { answer, busy, run } = useAction({
    call: async () => {
      // Asked for anew, though the preview has one: what is handed out is what the server says now.
      const { code } = await client.fetchQuery({ ...query, staleTime: 0 });
      if (code.trim() === '') throw new Error(m.marketing_widget_emptyCode());
      return code;
    },
    onDone: () => setOpened(true),
    onFailure: () => showToast(failure, 'danger', toastLife.short),
  });
  return {
    code: answer ?? '',
    loading: busy,
    get: (): void => void run(),
    opened,
    close: () => setOpened(false),
  };
}

interface Props {
  contractorId: number;
  /** The code with what is chosen. */
  query: CodeQuery;
  controls: ReactNode;
  /** What the button says that gets the code. */
  codeLabel: string;
  /** E-mails the code. */
  onSend: (email: string) => Promise<unknown>;
  /** What is said when the code cannot be had or sent. */
  failure?: string;
  /** Further buttons. */
  actions?: ReactNode;
  preview: PreviewOptions & { text: string; maxWidth?: CSSProperties['maxWidth'] };
  /** The preview takes the whole width, below the controls. */
  wide?: boolean;
}

/**
 * What a widget looks like beside what can be chosen, and below it the websites that it stands on.
 */
export function WidgetLayout({
  contractorId,
  query,
  controls,
  actions,
  wide = false,
  ...others
}: Props) {
  const { codeLabel, onSend, failure = unexpectedError(), preview } = others;
  const { text, maxWidth, ...options } = preview;
  return (
    <div className={classes.widget} data-wide={wide || undefined}>
      <Card title={m.marketing_widget_options()}>
        <div className={classes.controls}>{controls}</div>
        <div className={classes.actions}>
          <CodeButton label={codeLabel} query={query} onSend={onSend} failure={failure} />
          {actions}
        </div>
      </Card>
      <Card title={m.common_preview()} text={text}>
        <div style={{ maxWidth }}>
          <WidgetPreview query={query} {...options} />
        </div>
      </Card>
      <div className={classes.sites}>
        <SitesCard contractorId={contractorId} />
      </div>
    </div>
  );
}

interface OffersSwitchProps {
  /** Where the button leads. */
  description: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Whether a widget has the button that leads to the offers. */
export const OffersSwitch = ({ description, on, onChange }: OffersSwitchProps) => (
  <Switch
    label={m.marketing_widget_offersButton()}
    description={description}
    checked={on}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);

/** The language of what visitors read; at first their browser decides. */
export const LanguageSelect = ({
  lang,
  onChange,
}: {
  lang: Language | undefined;
  onChange: (lang: Language | undefined) => void;
}) => (
  <Select
    label={m.common_language()}
    data={[
      { value: '', label: m.marketing_widget_visitorLanguage() },
      ...languages.map((one) => ({ value: one, label: languagesInEnglish[one] })),
    ]}
    value={lang ?? ''}
    onChange={(chosen) => onChange(isLanguage(chosen) ? chosen : undefined)}
    maw={360}
  />
);

interface CodeButtonProps {
  /** What the button says: `Get Banner Code`. */
  label: string;
  query: CodeQuery;
  onSend: (email: string) => Promise<unknown>;
  failure: string;
}

/** Gets the code and shows it in a window. */
function CodeButton({ label, query, onSend, failure }: CodeButtonProps) {
  const { code, loading, get, opened, close } = useCode(query, failure);
  return (
    <>
      <Button onClick={get} loading={loading} leftSection={<IconCode size={16} aria-hidden />}>
        {label}
      </Button>
      <CodeModal
        title={label.replace(/^Get /, '')}
        opened={opened}
        code={code}
        onClose={close}
        onSend={onSend}
        failure={failure}
      />
    </>
  );
}

interface PreviewOptions {
  /** Names the preview for people who do not see it. */
  title: string;
  /** The room that it takes until it is there. */
  room: CSSProperties;
  /** HTML around the code, which stands at its `{code}`. */
  page?: string;
  /** Pixels; without it the preview is as tall as its content. */
  height?: number;
}

/** The widget as it will be, drawn by its own code. A failure is said quietly, in its place. */
function WidgetPreview({
  query,
  title,
  room,
  page,
  height,
}: PreviewOptions & { query: CodeQuery }) {
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });
  if (isPending || (data === undefined && isFetching))
    return <Skeleton style={room} role="status" aria-label={m.common_loadingPreview()} />;
  if (data === undefined || data.preview.trim() === '')
    return (
      <div className={classes.noPreview}>
        <p>{m.marketing_previewUnavailable()}</p>
        <PlainButton onClick={() => void refetch()}>{m.common_retry()}</PlainButton>
      </div>
    );
  return (
    <div className={classes.preview} aria-busy={isPlaceholderData}>
      <PreviewFrame title={title} code={data.preview} page={page} height={height} />
    </div>
  );
}

interface PreviewFrameProps {
  /** Names the frame for people who do not see it. */
  title: string;
  code: string;
  /** HTML around the code, which stands at its `{code}`. */
  page?: string | undefined;
  /** The frame's height in pixels; without it the frame is as tall as its content. */
  height?: number | undefined;
}

/** A code at work, alone on a page of its own. */
function PreviewFrame({ title, code, page = '{code}', height }: PreviewFrameProps) {
  const body = page.replace('{code}', () => code);
  return (
    // Another code, another frame: what the one before has started ends with it.
    <Frame key={body} title={title} body={body} height={height} />
  );
}

function Frame({
  title,
  body,
  height,
}: {
  title: string;
  body: string;
  height: number | undefined;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    writePreview(element, body);
    const content = element.contentDocument?.body;
    if (height !== undefined || !content) return undefined;
    const fit = new ResizeObserver(() => {
      element.style.height = `${Math.ceil(content.getBoundingClientRect().height)}px`;
    });
    fit.observe(content);
    return () => fit.disconnect();
  }, [body, height]);
  return (
    <iframe
      ref={frame}
      title={title}
      className={classes.frame}
      style={height === undefined ? {} : { height }}
    />
  );
}
