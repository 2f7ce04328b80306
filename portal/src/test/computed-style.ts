/**
 * Computes styles only from an element's `style` attribute, its tag, and `hidden`, instead of
 * matching every rule of every style sheet: component tests load none of the portal's style sheets,
 * and matching those of libraries took half of their time.
 */
export function computeStylesFromAttributes(): void {
  const slow = window.getComputedStyle.bind(window);
  const displays = new Map<string, string>();
  const defaultDisplay = (tag: string): string => {
    const known = displays.get(tag) ?? slow(document.createElement(tag)).display;
    displays.set(tag, known);
    return known;
  };
  const elementDisplay = (element: Styled): string =>
    element.style.display ||
    ('hidden' in element && element.hidden ? 'none' : defaultDisplay(element.localName));
  window.getComputedStyle = (element) => {
    if (!isStyled(element)) return slow(element);
    const { style } = element;
    const styleValue = (name: string): string => {
      if (name === 'display') return elementDisplay(element);
      if (name === 'visibility') return inherited(element, name) || 'visible';
      return style.getPropertyValue(name);
    };
    return new Proxy(style, {
      get(_, key) {
        if (key === 'getPropertyValue') return styleValue;
        if (key === 'display' || key === 'visibility') return styleValue(key);
        const value: unknown = Reflect.get(style, key, style);
        return typeof value === 'function' ? (value.bind(style) as unknown) : value;
      },
    });
  };
}

type Styled = HTMLElement | SVGElement;
const isStyled = (element: Element): element is Styled =>
  element instanceof HTMLElement || element instanceof SVGElement;

/**
 * The value from the nearest element, itself first, whose attribute sets the property; otherwise an
 * empty string.
 */
function inherited(element: Styled, name: string): string {
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    const value = isStyled(one) ? one.style.getPropertyValue(name) : '';
    if (value && value !== 'inherit') return value;
  }
  return '';
}
