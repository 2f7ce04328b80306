/* Reloads the requested page as soon as the portal is reachable. */
(function () {
  var state = document.getElementById('state');
  var standardText = state.textContent;
  var isChecking = false;

  function check(byUser) {
    if (isChecking) return;
    isChecking = true;
    if (byUser) state.textContent = 'Trying…';
    function failed() {
      isChecking = false;
      state.textContent = byUser ? 'Still no connection. ' + standardText : standardText;
    }
    fetch('/healthz', { cache: 'no-store' }).then(function (response) {
      return response.ok ? location.reload() : failed();
    }, failed);
  }

  document.getElementById('again').addEventListener('click', function () {
    check(true);
  });
  window.addEventListener('online', function () {
    check(false);
  });
  document.addEventListener('visibilitychange', function () {
    if (!document.hidden) check(false);
  });
  setInterval(function () {
    if (!document.hidden) check(false);
  }, 5000);
})();
