import { useEffect, useRef } from 'react';
import { writePreview } from './write-preview.ts';
import classes from './widgets.module.css';

interface Props {
  /** Names the frame for people who do not see it. */
  title: string;
  code: string;
  /** HTML around the code, which stands at its `{code}`. */
  page?: string | undefined;
  /** The frame's height in pixels; without it the frame is as tall as its content. */
  height?: number | undefined;
}

/** A code at work, alone on a page of its own. */
export function PreviewFrame({ title, code, page = '{code}', height }: Props) {
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
