/**
 * `npm run check`: everything that is looked at without running the app, at once. Prints what each of them says as it
 * ends; exits with 1 when one of them found something.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const CHECKS = ['format:check', 'types', 'lint', 'unused'];

/** @param {string} name */
async function check(name) {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  process.stdout.write(`${name}: ${code === 0 ? 'good' : 'failed'}\n${said}${complained}`);
  return code === 0;
}

const found = await Promise.all(CHECKS.map(check));
process.exitCode = found.every(Boolean) ? 0 : 1;
