import type { OpenEditor } from '../../stores/EditorSession';
import { HistoryButton } from './history/HistoryButton';
import { RunsInTopBar } from './runs/RunsInTopBar';

interface ToolsInTopBarProps {
  readonly open: OpenEditor;
}

/** The actions of the open project that are in the top bar. */
export default function ToolsInTopBar({ open }: ToolsInTopBarProps) {
  return (
    <>
      <HistoryButton open={open} />
      <RunsInTopBar open={open} />
    </>
  );
}
