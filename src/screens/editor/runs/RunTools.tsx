import { RUN_ACTIONS, type RunTarget } from '../../../actions';
import { RunTool } from './RunTool';

/** Runs what leads to the selection, or what follows from it. */
export function RunTools({ target }: { readonly target: RunTarget }) {
  return (
    <>
      <RunTool target={target} action={RUN_ACTIONS.upTo} icon="runUpTo" />
      <RunTool target={target} action={RUN_ACTIONS.from} icon="runFrom" />
    </>
  );
}
