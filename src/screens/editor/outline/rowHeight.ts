/** Height of a line in rem, the page's text size: larger text makes higher lines. */
export const ROW_REM = 3.25;

/** The height in screen pixels; the text size may change at any time. */
export const rowHeightNow = (): number =>
  ROW_REM * (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
