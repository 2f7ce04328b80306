import type { HostMessage } from '@lintel/contract/marketing/embeds';
import { dialog_close as inEnglish } from '../../messages/en.json';
import { dialog_close as inSpanish } from '../../messages/es.json';
import { frameUrl, frameFor, isSpanish, frameLabel } from './frame.ts';
import { lockScroll } from './scroll-lock.ts';

const opened: HostMessage = { lintel: 'open' };

const element = <Name extends 'button' | 'dialog'>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] =>
  Object.assign(document.createElement(name), { textContent: text });

const on = (target: HTMLElement, event: string, act: () => void): void =>
  target.addEventListener(event, act);

/** Adds the button; it opens the application form in a dialog. */
export function mountButton(
  root: ShadowRoot,
  place: HTMLElement,
  height: number,
  origin: string,
): void {
  const { color1, color2, ink, width } = place.dataset;
  const button = element('button', frameLabel(place));
  button.className = 'b';
  button.setAttribute('aria-haspopup', 'dialog');
  button.style.cssText = `background:#${color1};color:#${ink};width:${width}px;outline-color:#${color2};margin-bottom:${Math.max(0, height - 56)}px`;
  let open: (() => void) | undefined;
  on(button, 'click', () => {
    open ??= buildDialog(root, place, button, origin);
    open();
  });
  root.append(button);
  // There is no frame yet that could report the button's page.
  new Image().src = frameUrl(origin, 'seen', place);
}

/** A focus trap: tabbing out of the dialog moves the focus to its other end. */
function edge(next: HTMLElement): HTMLElement {
  const stop = document.createElement('i');
  stop.tabIndex = 0;
  on(stop, 'focus', () => next.focus());
  return stop;
}

/** The dialog with the form, kept after closing; returns the function that opens it. */
function buildDialog(
  root: ShadowRoot,
  place: HTMLElement,
  button: HTMLElement,
  origin: string,
): () => void {
  const frame = frameFor(place, frameUrl(origin, 'apply', place));
  const dialog = element('dialog', '');
  const close = element('button', '×');
  dialog.setAttribute('aria-label', frame.title);
  close.setAttribute('aria-label', isSpanish(place) ? inSpanish : inEnglish);
  on(close, 'click', () => dialog.close());
  let closeDialog: (() => void) | undefined;
  on(frame, 'load', () => {
    closeDialog = () => {
      frame.focus();
      // The message isn't secret, and in a sandboxed document our frame has no origin to address.
      frame.contentWindow?.postMessage(opened, '*');
    };
    closeDialog();
  });
  on(dialog, 'close', () => {
    lockScroll(false);
    button.focus();
  });
  dialog.append(edge(frame), close, frame, edge(close));
  root.append(dialog);
  return () => {
    lockScroll(true);
    dialog.showModal();
    closeDialog?.();
  };
}
