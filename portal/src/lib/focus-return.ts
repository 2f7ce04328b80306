/** The number of elements to remember that recently had focus outside of dialogs. */
const maxEntries = 12;

const dialogs = '[role="dialog"], [role="alertdialog"]';

const canTakeFocus = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0;

/**
 * Returns focus when a dialog closes, to the last focused element outside of dialogs that still
 * exists. Mantine does this only for dialogs that stay mounted, and not if the opener is gone, such
 * as a menu item. Returns a cleanup function.
 */
export function returnFocusAfterDialogs(page: Document): () => void {
  let recent: HTMLElement[] = [];
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target.closest(dialogs) !== null) return;
    recent = [...recent.filter((one) => one !== target), target].slice(-maxEntries);
  };
  const restoreFocus = (): void => {
    const { activeElement, body } = page;
    if (activeElement !== null && activeElement !== body) return;
    // A closing question may leave another dialog open, which keeps the focus.
    if (page.querySelector(dialogs) !== null) return;
    recent.findLast(canTakeFocus)?.focus();
  };
  const observer = new MutationObserver((changes) => {
    const closed = changes.some(({ removedNodes }) =>
      [...removedNodes].some(
        (node) =>
          node instanceof HTMLElement &&
          (node.matches(dialogs) || node.querySelector(dialogs) !== null),
      ),
    );
    // After the code that closed the dialog has set focus itself, if it does.
    if (closed) setTimeout(restoreFocus);
  });
  page.addEventListener('focusin', remember);
  observer.observe(page.body, { childList: true, subtree: true });
  return () => {
    page.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
