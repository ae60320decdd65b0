import { configure, getConfig } from '@testing-library/react';

/** Set while `waitFor` and the `findBy` queries look; the library leaves out its own costly explanations then. */
const POLLING = '_disableExpensiveErrorDiagnostics';

const { getElementError } = getConfig();

// A polled query fails again and again, and its library prints the whole page each time: a fifth of all work of these tests. The last
// failure, which is the one that a person reads, still shows the page.
configure({
  getElementError: (message, container) =>
    isPolling() ? new Error(message ?? '') : getElementError(message, container),
});

function isPolling(): boolean {
  const config: object = getConfig();
  return POLLING in config && config[POLLING] === true;
}
