/** `npm run comfyui -- check`: which inputs of the workflows a picture is made with, for the operator to confirm. */
import { StartRefused } from '../server/errors';
import { readWorkflows, describeWorkflow } from '../server/generation/comfyui/Workflow';

const folder = process.env['COMFYUI_WORKFLOWS']?.trim();
try {
  if (process.argv[2] !== 'check') throw new StartRefused('Say npm run comfyui -- check.');
  if (!folder) throw new StartRefused('COMFYUI_WORKFLOWS is missing: set it to the folder of the workflows.');
  for (const workflow of await readWorkflows(folder)) process.stdout.write(`${describeWorkflow(workflow)}\n\n`);
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
