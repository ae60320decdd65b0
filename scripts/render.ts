/** `npm run render -- FLOW.json OUT.png`: draws a saved snapshot without a browser. */
import { render } from './render/render';

const { code, lines } = await render(process.argv.slice(2));
(code === 0 ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
process.exitCode = code;
