const { style } = document.documentElement;
let before: [name: string, value: string, priority: string][] = [];

/**
 * Locks the page's scrolling behind an open dialog and keeps the scroll bar's space; `false`
 * restores the page.
 */
export function lockScroll(locked: boolean): void {
  for (const [name, value, priority] of before) style.setProperty(name, value, priority);
  before = [];
  if (!locked) return;
  const hasBar = innerWidth > document.documentElement.clientWidth;
  for (const [name, value] of [
    ['overflow', 'hidden'],
    ['scrollbar-gutter', hasBar ? 'stable' : ''],
  ] as const) {
    before.push([name, style.getPropertyValue(name), style.getPropertyPriority(name)]);
    if (value) style.setProperty(name, value, 'important');
  }
}
