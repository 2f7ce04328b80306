import { onHostMessage, reportFocus, reportHeight, postToHost } from './channel.ts';

/**
 * The whole page, as tall as its content: the website scrolls, so links within the page need the
 * loader to scroll.
 */
function setUpPage(): void {
  reportHeight();
  reportFocus();
  document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]').forEach((link) => {
    link.addEventListener('click', (event) => {
      const target = document.querySelector<HTMLElement>(link.hash);
      if (target === null) return;
      event.preventDefault();
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
      target.scrollIntoView();
    });
  });
}

/** The application form alone, in a dialog. */
function setUpDialog(): void {
  window.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) postToHost({ lintel: 'close' });
  });
  // Moves the focus to the form's heading, as dialogs do.
  onHostMessage(() => document.querySelector<HTMLElement>('h1')?.focus());
}

if (document.documentElement.dataset['embed'] === 'full-page') setUpPage();
else setUpDialog();
