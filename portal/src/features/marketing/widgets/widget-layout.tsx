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
import { unexpectedError } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeModal } from '../../../ui/code-modal.tsx';
import { IconCode } from '../../../ui/icons.ts';
import { PlainButton } from '../../../ui/plain-button.tsx';
import type { CodeQuery } from './requests.ts';
import { SitesCard } from './sites-card.tsx';
import classes from './widgets.module.css';

/** The surrounding page: white, with some padding. Links open in a new tab. */
const frameHtml = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><base target="_blank"><style>` +
  `html{color-scheme:light;background:#fff}body{margin:0;font-family:system-ui,sans-serif}img{max-width:100%;height:auto;vertical-align:top}` +
  `</style></head><body>${body}</body></html>`;

/**
 * The portal's policy allows scripts and images only from its own address, which may differ from
 * the public one in the code.
 */
const withOwnEmbeds = (code: string): string =>
  code.replace(/(\ssrc(?:set)?=")https?:\/\/[^/"]+(?=\/embeds\/)/g, '$1');

/**
 * The preview shows the selected image even in a narrower frame: without the sources for narrow
 * windows, the image shrinks.
 */
const withChosenPicture = (code: string): string => code.replace(/<source\b[^>]*>/g, '');

/**
 * Writes a code into an empty frame, where it runs as on a website. A written document has the
 * address of the page that wrote it (one from `srcdoc` has none), so the script can report its
 * page; and the frame inherits the portal's policy, which runs only the server's own scripts.
 */
function writePreview(frame: HTMLIFrameElement, body: string): void {
  const page = frame.contentDocument;
  // Only once: a second write would hit a script that is already running.
  if (page === null || page.querySelector('base') !== null) return;
  page.open();
  page.write(frameHtml(withChosenPicture(withOwnEmbeds(body))));
  page.close();
}

/** Fetches a code and opens its window; shows `failure` for an error or an empty code. */
function useCode(query: CodeQuery, failure: string) {
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const { answer, busy, run } = useAction({
    call: async () => {
      // Fetched again even if the preview has one, so users get the server's current code.
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
  /** The code with the selected options. */
  query: CodeQuery;
  controls: ReactNode;
  /** The label of the button that fetches the code. */
  codeLabel: string;
  /** E-mails the code. */
  onSend: (email: string) => Promise<unknown>;
  /** The message when the code can't be fetched or sent. */
  failure?: string;
  /** Additional buttons. */
  actions?: ReactNode;
  preview: PreviewOptions & { text: string; maxWidth?: CSSProperties['maxWidth'] };
  /** Whether the preview takes the full width below the options. */
  wide?: boolean;
}

/** A widget's preview next to its options, and the websites that use it below. */
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
  /** The target of the button. */
  description: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Whether a widget has the offers button. */
export const OffersSwitch = ({ description, on, onChange }: OffersSwitchProps) => (
  <Switch
    label={m.marketing_widget_offersButton()}
    description={description}
    checked={on}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);

/** The language for visitors; by default, their browser decides. */
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
  /** The button's label: `Get Banner Code`. */
  label: string;
  query: CodeQuery;
  onSend: (email: string) => Promise<unknown>;
  failure: string;
}

/** Fetches the code and shows it in a window. */
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
  /** The preview's accessible name. */
  title: string;
  /** The space reserved before it loads. */
  room: CSSProperties;
  /** HTML around the code; `{code}` is its placeholder. */
  page?: string;
  /** In pixels; without it, the preview is as tall as its content. */
  height?: number;
}

/** A live preview, rendered by the widget's own code. A failure appears in its place. */
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
  /** The frame's accessible name. */
  title: string;
  code: string;
  /** HTML around the code; `{code}` is its placeholder. */
  page?: string | undefined;
  /** The frame's height in pixels; without it, the frame is as tall as its content. */
  height?: number | undefined;
}

/** A running code on a page of its own. */
function PreviewFrame({ title, code, page = '{code}', height }: PreviewFrameProps) {
  const body = page.replace('{code}', () => code);
  return (
    // A new frame per code ends everything that the last one started.
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
