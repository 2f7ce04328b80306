/** Elements that lately had the focus outside of dialogs, the latest last. */
const kept = 12;

const dialogs = '[role="dialog"], [role="alertdialog"]';

const canTakeFocus = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0;

/**
 * Gives the focus back when a dialog closes: to the element that had it last outside of dialogs and
 * is still there. Mantine does so only for dialogs that stay mounted, and not where the element that
 * opened one has gone, such as the item of a menu. Returns a function that stops it.
 */
export function returnFocusAfterDialogs(page: Document): () => void {
  let recent: HTMLElement[] = [];
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target.closest(dialogs) !== null) return;
    recent = [...recent.filter((one) => one !== target), target].slice(-kept);
  };
  const giveBack = (): void => {
    const { activeElement, body } = page;
    if (activeElement !== null && activeElement !== body) return;
    // A question on top of a dialog leaves that dialog, which keeps the focus to itself.
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
    // After what closed the dialog has moved the focus itself, if it does.
    if (closed) setTimeout(giveBack);
  });
  page.addEventListener('focusin', remember);
  observer.observe(page.body, { childList: true, subtree: true });
  return () => {
    page.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
