/* Goes back to the page that was asked for once the portal can be reached. */
(function () {
  var state = document.getElementById('state');
  var usual = state.textContent;
  var asking = false;

  function look(isAsked) {
    if (asking) return;
    asking = true;
    if (isAsked) state.textContent = 'Trying…';
    function failed() {
      asking = false;
      state.textContent = isAsked ? 'Still no connection. ' + usual : usual;
    }
    fetch('/healthz', { cache: 'no-store' }).then(function (answer) {
      return answer.ok ? location.reload() : failed();
    }, failed);
  }

  document.getElementById('again').addEventListener('click', function () {
    look(true);
  });
  window.addEventListener('online', function () {
    look(false);
  });
  document.addEventListener('visibilitychange', function () {
    if (!document.hidden) look(false);
  });
  setInterval(function () {
    if (!document.hidden) look(false);
  }, 5000);
})();
