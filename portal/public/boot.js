/* Runs first. ES5, because it shows the notice to old browsers. */
(function () {
  var root = document.documentElement;
  var scheme = 'auto';
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch (ignored) /* oxlint-disable-line no-unused-vars -- ES5 requires the binding */ {
    /* Without storage, the system's color scheme applies. */
  }
  var dark =
    scheme === 'dark' ||
    (scheme === 'auto' && window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  /* Signed-in users see the frame at once, and the session loads in parallel with the scripts. */
  var visitorPaths = /^\/(login|get-started|secure-account|restore|np|ne|not-me|confirm)(\/|$)/;
  var isInside = false;
  var isRail = false;
  try {
    isInside =
      localStorage.getItem('lintel.signed-in') !== null && !visitorPaths.test(location.pathname);
    isRail = localStorage.getItem('lintel.sidebar-collapsed') === '1';
  } catch (ignored) /* oxlint-disable-line no-unused-vars -- as above */ {
    /* Without storage, the portal loads the session itself. */
  }
  if (isInside) {
    root.setAttribute('data-inside', isRail ? 'rail' : 'full');
    if (window.fetch) {
      window.lintelSession = fetch('/api/v1/user', {
        credentials: 'include',
        headers: { accept: 'application/json' },
      });
      /* The portal, which reads the response, handles a failure. */
      window.lintelSession.catch(function () {});
    }
  }

  var minimumVersions = { firefox: 70, chrome: 70, ie: 11, edge: 17, safari: 12 };

  /* The order matters: Edge's user agent names Chrome and Safari, too, and Chrome's names Safari. */
  function readBrowser(agent) {
    var match;
    if ((match = /(?:MSIE |Trident\/.*rv:)(\d+)/.exec(agent))) return ['ie', match[1]];
    if ((match = /Edge?\/(\d+)/.exec(agent))) return ['edge', match[1]];
    if ((match = /Firefox\/(\d+)/.exec(agent))) return ['firefox', match[1]];
    if ((match = /Chrom(?:e|ium)\/(\d+)/.exec(agent))) return ['chrome', match[1]];
    if ((match = /Version\/(\d+).*Safari/.exec(agent))) return ['safari', match[1]];
    return null;
  }

  function isOutdated() {
    var browser = readBrowser(navigator.userAgent);
    var cannotLoad = !('noModule' in document.createElement('script'));
    return cannotLoad || (browser !== null && Number(browser[1]) < minimumVersions[browser[0]]);
  }

  function showNotice(text) {
    var notice = document.createElement('div');
    notice.className = 'browser-notice';
    notice.setAttribute('role', 'alert');
    notice.appendChild(document.createTextNode(text));
    document.body.appendChild(notice);
  }

  function check() {
    if (!navigator.cookieEnabled) {
      showNotice(
        'Cookies are disabled in your browser. Please enable cookies to allow normal functionality...',
      );
    }
    if (isOutdated())
      showNotice('Try a different browser! The browser you are using has limited functionality...');
  }

  document.addEventListener('DOMContentLoaded', check);
})();
