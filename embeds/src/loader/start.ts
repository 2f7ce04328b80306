import type { FrameMessage } from '@lintel/contract/marketing/embeds';
import { mountButton } from './button.ts';
import { mountFrame } from './frame.ts';
import css from './loader.css?inline';

const placeholders = (): NodeListOf<HTMLElement> =>
  document.querySelectorAll<HTMLElement>('[data-lintel]');

/**
 * Mounts the page's widgets, including those added later. `origin` is the origin of their frames.
 */
export function start(origin: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const mount = (place: HTMLElement): void => {
    const { lintel: kind, page } = place.dataset;
    if (place.shadowRoot || !page) return;
    // Measured before the content is covered: this height stays reserved, so nothing below moves.
    const height = place.offsetHeight;
    const root = place.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    (kind === 'real-widget' ? mountButton : mountFrame)(root, place, height, origin);
  };
  const scan = (): void => placeholders().forEach(mount);
  new MutationObserver(scan).observe(document, { childList: true, subtree: true });
  addEventListener('message', (event: MessageEvent<FrameMessage | null>) => {
    // In a sandboxed document our frames have no origin either. `receive` compares the window.
    if (event.origin === origin || event.origin + self.origin === 'nullnull')
      placeholders().forEach((place) => receive(place.shadowRoot?.querySelector('iframe'), event));
  });
  scan();
}

/** Shrinks the frame only when its end is below the viewport, so that no visible content moves. */
function resize(frame: HTMLIFrameElement, height: number): void {
  const { top } = frame.getBoundingClientRect();
  if (top + Math.min(height, frame.offsetHeight) > innerHeight) frame.style.minHeight = '';
  frame.style.height = `${height}px`;
}

/** Scrolls the website to an out-of-sight part of the frame. */
function show(frame: HTMLIFrameElement, top: number, height: number): void {
  const y = frame.getBoundingClientRect().top + top;
  if (y + height > 40 && y < innerHeight - 40) return;
  frame.style.scrollMarginTop = `${innerHeight / 4 - top}px`;
  frame.scrollIntoView();
}

/** Handles a message, if it is from this frame. */
function receive(
  frame: HTMLIFrameElement | null | undefined,
  { source, data }: MessageEvent<FrameMessage | null>,
): void {
  if (!frame || !data || frame.contentWindow !== source) return;
  const dialog = frame.closest('dialog');
  if (data.lintel === 'close') dialog?.close();
  if (data.lintel === 'show' && !dialog) show(frame, data.top, data.height);
  if (data.lintel === 'height' && !dialog && data.height > 0)
    resize(frame, Math.min(data.height, 2e4));
}
