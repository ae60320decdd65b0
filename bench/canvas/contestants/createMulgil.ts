import { ko } from '../../../src/i18n/ko';
import { handleOffsets } from '../handleOffsets';
import { signIn } from '../signIn';
import type { Contestant } from './Contestant';
import { openMulgilDoor } from './openMulgilDoor';

const ZOOM_RANGE = Math.log(50);
/** The editor's wheel: a pixel is this much of the zoom's logarithm. */
const WHEEL_ZOOM = 0.002;

/** The real editor on the real server: signed in, its project created through the API. */
export function createMulgil(serverUrl: string): Contestant {
  const projects = new Map<string, number>();
  return {
    name: 'mulgil',
    wheelTurn: (turns) => (ZOOM_RANGE / WHEEL_ZOOM / turns) * 1.001,
    firstPaint: { selector: '[data-testid="stage"] canvas', isCanvas: true },
    async place(context, name, flow) {
      await signIn(context.request, serverUrl);
      let projectId = projects.get(name);
      if (projectId === undefined) {
        const created = await context.request.post(`${serverUrl}/projects`, {
          data: { name, canvas: JSON.stringify(flow) },
          timeout: 120_000,
        });
        if (!created.ok()) throw new Error(`creating the project answered ${created.status()}`);
        ({ projectId } = (await created.json()) as { projectId: number });
        projects.set(name, projectId);
      }
      return `${serverUrl}/main/${projectId}`;
    },
    async openDoor(page) {
      await page.waitForFunction(openMulgilDoor, handleOffsets);
    },
    // It says otherwise from the change on until the server has answered.
    aftermath: (page) => page.getByRole('status').getByText(ko.save.saved, { exact: true }).waitFor({ timeout: 0 }),
  };
}
