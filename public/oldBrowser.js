// Runs before the app and in browsers that cannot read it, so it is written in the JavaScript of 2009. The newest that the app
// uses are AbortSignal.any, which Chrome and Edge 116 and Safari 17.4 brought, and Intl.Segmenter, which Firefox 125 did.
(function () {
  if (window.AbortSignal && window.AbortSignal.any && window.Intl && window.Intl.Segmenter) return;
  var root = document.getElementById('root');
  // The app starts in the element of this id alone.
  root.removeAttribute('id');
  root.setAttribute('role', 'alert');
  root.className = 'first-words';
  var logo = document.createElement('img');
  logo.src = '/favicon.svg';
  logo.alt = '';
  logo.width = logo.height = 48;
  root.appendChild(logo);
  var words = [
    '이 브라우저는 물길을 열기에 너무 오래되었어요. Chrome이나 Edge 116, Firefox 125, Safari 17.4 또는 그보다 새 버전으로 열어 주세요.',
    'This browser is too old for Mulgil. Open it in Chrome or Edge 116, Firefox 125, Safari 17.4, or a newer one.',
  ];
  for (var index = 0; index < words.length; index += 1) {
    var line = document.createElement('p');
    line.lang = index === 0 ? 'ko' : 'en';
    line.appendChild(document.createTextNode(words[index]));
    root.appendChild(line);
  }
})();
