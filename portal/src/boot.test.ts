import { afterEach, describe, expect, it, vi } from 'vitest';
import script from '../public/boot.js?raw';

const cookiesOff =
  'Cookies are disabled in your browser. Please enable cookies to allow normal functionality...';
const tooOld = 'Try a different browser! The browser you are using has limited functionality...';

/** Runs the script in a browser with this user agent, and returns the notices shown. */
function boot(userAgent: string, cookieEnabled = true): string[] {
  let check: () => void = () => undefined;
  const page = {
    documentElement: document.documentElement,
    body: document.body,
    addEventListener: (_loaded: string, listener: () => void) => (check = listener),
    createTextNode: (text: string) => document.createTextNode(text),
    createElement: (name: string) =>
      name === 'script' ? { noModule: false } : document.createElement(name),
  };
  // oxlint-disable-next-line no-implied-eval, no-new-func -- the file is a classic script, run here as the browser runs it
  new Function('navigator', 'document', script)({ userAgent, cookieEnabled }, page);
  check();
  return [...document.querySelectorAll('[role=alert]')].map((notice) => notice.textContent ?? '');
}

const agents = {
  chrome: (version: number) =>
    `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
  firefox: (version: number) =>
    `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
  safari: (version: number) =>
    `Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}.1 Safari/605.1.15`,
  edge: (version: number) =>
    `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0 Safari/537.36 Edge/${version}.17134`,
  ie: (version: number) =>
    version < 11
      ? `Mozilla/5.0 (compatible; MSIE ${version}.0; Windows NT 6.2)`
      : 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko',
};

afterEach(() => {
  document.body.replaceChildren();
  delete document.documentElement.dataset['inside'];
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  window.lintelSession = undefined;
  vi.unstubAllGlobals();
});

describe('the page, before anything else', () => {
  it('warns about an old browser [ADM-505]', () => {
    expect(boot(agents.chrome(60))).toEqual([tooOld]);
  });

  it('supports firefox 70, chrome 70, ie 11, edge 17, and safari 12, but nothing older [ADM-506]', () => {
    const minimum = { firefox: 70, chrome: 70, ie: 11, edge: 17, safari: 12 } as const;
    for (const [name, version] of Object.entries(minimum) as [keyof typeof agents, number][]) {
      expect(boot(agents[name](version)), name).toEqual([]);
      expect(boot(agents[name](version - 1)), name).toEqual([tooOld]);
      document.body.replaceChildren();
    }
  });

  it('warns while the browser blocks cookies [ADM-504]', () => {
    expect(boot(agents.chrome(143), false)).toEqual([cookiesOff]);
    expect(document.querySelector('[role=alert] button')).toBeNull();
  });

  it('shows nothing to anyone else', () => {
    expect(boot(agents.chrome(143))).toEqual([]);
    expect(boot('a browser that nobody knows')).toEqual([]);
  });

  it("requests the session in parallel to the scripts and draws the frame's outline for a signed-in user who opens the portal", () => {
    const requests = vi.fn<() => Promise<Response>>(() =>
      Promise.reject(new TypeError('No answer')),
    );
    vi.stubGlobal('fetch', requests);
    boot(agents.chrome(143));
    expect(requests).not.toHaveBeenCalled();
    expect(document.documentElement.dataset['inside']).toBeUndefined();
    localStorage.setItem('lintel.signed-in', '1');
    for (const path of ['/login', '/restore', '/get-started', '/np']) {
      window.history.replaceState(null, '', path);
      boot(agents.chrome(143));
    }
    expect(requests).not.toHaveBeenCalled();
    window.history.replaceState(null, '', '/refer');
    boot(agents.chrome(143));
    expect(requests).toHaveBeenCalledExactlyOnceWith('/api/v1/user', expect.anything());
    expect(document.documentElement.dataset['inside']).toBe('full');
  });
});
