import { onHostMessage, reportHeight, tellHost } from './channel.ts';

// The public page in a frame: the whole one reports its height; the application form alone stands in a dialog.
if (document.documentElement.dataset['embed'] === 'full-page') reportHeight();
else {
  window.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) tellHost({ lintel: 'close' });
  });
  // The reader is taken to the form's heading, as to any dialog's.
  onHostMessage(() => document.querySelector<HTMLElement>('h1')?.focus());
}
