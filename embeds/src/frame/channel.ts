import type { FrameMessage, HostMessage } from '@lintel/contract/marketing/embeds';

/**
 * The origin of the embedding website, as the loader passed it; the string `null` for a local file
 * or a sandboxed frame, and undefined without a website.
 */
function hostOrigin(): string | undefined {
  const site = new URLSearchParams(location.search).get('site') ?? '';
  if (window.parent === window) return undefined;
  if (site.startsWith('null')) return 'null';
  return URL.canParse(site) ? new URL(site).origin : undefined;
}

/**
 * Sends a message to the loader. Only the website that the frame was made for receives it;
 * documents without an origin can't be addressed, but no message is secret.
 */
export function postToHost(message: FrameMessage): void {
  const origin = hostOrigin();
  if (origin !== undefined) window.parent.postMessage(message, origin === 'null' ? '*' : origin);
}

/** Handles messages from the loader only. */
export function onHostMessage(listener: (message: HostMessage) => void): void {
  window.addEventListener(
    'message',
    ({ origin, source, data }: MessageEvent<HostMessage | null>) => {
      if (source === window.parent && origin === hostOrigin() && data?.lintel === 'open')
        listener(data);
    },
  );
}

/** Keeps the loader updated about the content's height. */
export function reportHeight(): void {
  const { body } = document;
  const report = (): void =>
    postToHost({ lintel: 'height', height: Math.ceil(body.getBoundingClientRect().height) });
  new ResizeObserver(report).observe(body);
}

/**
 * Asks the loader to scroll to the focused element. Not every browser scrolls a website for a frame
 * of another origin.
 */
export function reportFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const { top, height } = target.getBoundingClientRect();
    postToHost({ lintel: 'show', top, height });
  });
}
