/** Replaces the canvas, which needs a real browser: the browser tests open that. Project 13 fails. */
export function FakeEditorScreen({ pid }: { readonly pid: number }) {
  if (pid === 13) throw new Error('the canvas has burst');
  return <p>The canvas of project {pid}</p>;
}
