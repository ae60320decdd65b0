// Runs before the first paint, so that a theme that a person has chosen never flashes; src/theme/themeChoice.ts keeps the choice.
(function () {
  var chosen;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // A closed store: the system decides.
  }
  if (chosen !== 'light' && chosen !== 'dark') return;
  document.documentElement.setAttribute('data-theme', chosen);
  document.querySelector('meta[name="color-scheme"]').content = chosen;
})();
