// Runs before the app and in browsers that cannot read it, so it is written in the JavaScript of 2009. AbortSignal.any is the
// newest thing that the app uses: Chrome and Edge 116, Firefox 124 and Safari 17.4 brought it.
(function () {
  if (window.AbortSignal && window.AbortSignal.any) return;
  var root = document.getElementById('root');
  // The app starts in the element of this id alone.
  root.removeAttribute('id');
  root.setAttribute('role', 'alert');
  root.setAttribute(
    'style',
    'max-width: 36em; margin: 20vh auto; padding: 0 24px; font: 16px/1.6 system-ui, sans-serif',
  );
  var words = [
    '이 브라우저는 물길을 열기에 너무 오래되었어요. Chrome이나 Edge 116, Firefox 124, Safari 17.4 또는 그보다 새 버전으로 열어 주세요.',
    'This browser is too old for Mulgil. Open it in Chrome or Edge 116, Firefox 124, Safari 17.4, or a newer one.',
  ];
  for (var index = 0; index < words.length; index += 1) {
    var line = document.createElement('p');
    line.lang = index === 0 ? 'ko' : 'en';
    line.appendChild(document.createTextNode(words[index]));
    root.appendChild(line);
  }
})();
