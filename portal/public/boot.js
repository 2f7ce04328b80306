/* Runs before everything else. ES5, because it shows the notice to old browsers. */
(function () {
  var root = document.documentElement;
  var scheme = 'auto';
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch (ignored) /* oxlint-disable-line no-unused-vars -- this old language cannot leave it out */ {
    /* Without storage the system's scheme is used. */
  }
  var dark =
    scheme === 'dark' ||
    (scheme === 'auto' && window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  /* Whoever was signed in sees the frame at once, and the session is asked for beside the scripts. */
  var visitors = /^\/(login|get-started|secure-account|restore|np|ne|not-me|confirm)(\/|$)/;
  var isInside = false;
  var isRail = false;
  try {
    isInside =
      localStorage.getItem('lintel.signed-in') !== null && !visitors.test(location.pathname);
    isRail = localStorage.getItem('lintel.sidebar-collapsed') === '1';
  } catch (ignored) /* oxlint-disable-line no-unused-vars -- as above */ {
    /* Without storage nobody knows; the portal asks by itself. */
  }
  if (isInside) {
    root.setAttribute('data-inside', isRail ? 'rail' : 'full');
    if (window.fetch) {
      window.lintelSession = fetch('/api/v1/user', {
        credentials: 'include',
        headers: { accept: 'application/json' },
      });
      /* The portal, which takes the answer, handles a failure. */
      window.lintelSession.catch(function () {});
    }
  }

  var minimum = { firefox: 70, chrome: 70, ie: 11, edge: 17, safari: 12 };

  /* The order matters: Edge names Chrome and Safari too, and Chrome names Safari. */
  function readBrowser(agent) {
    var found;
    if ((found = /(?:MSIE |Trident\/.*rv:)(\d+)/.exec(agent))) return ['ie', found[1]];
    if ((found = /Edge?\/(\d+)/.exec(agent))) return ['edge', found[1]];
    if ((found = /Firefox\/(\d+)/.exec(agent))) return ['firefox', found[1]];
    if ((found = /Chrom(?:e|ium)\/(\d+)/.exec(agent))) return ['chrome', found[1]];
    if ((found = /Version\/(\d+).*Safari/.exec(agent))) return ['safari', found[1]];
    return null;
  }

  function isOld() {
    var browser = readBrowser(navigator.userAgent);
    var cannotLoad = !('noModule' in document.createElement('script'));
    return cannotLoad || (browser !== null && Number(browser[1]) < minimum[browser[0]]);
  }

  function tell(text) {
    var notice = document.createElement('div');
    notice.className = 'browser-notice';
    notice.setAttribute('role', 'alert');
    notice.appendChild(document.createTextNode(text));
    document.body.appendChild(notice);
  }

  function check() {
    if (!navigator.cookieEnabled) {
      tell(
        'Cookies are disabled in your browser. Please enable cookies to allow normal functionality...',
      );
    }
    if (isOld())
      tell('Try a different browser! The browser you are using has limited functionality...');
  }

  document.addEventListener('DOMContentLoaded', check);
})();
