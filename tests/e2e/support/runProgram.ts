import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program with these settings alone, without the surrounding environment; its output is everything printed so far. */
export function runProgram([program = '', ...words]: string[], settings: Record<string, string>, cwd = '.') {
  const { PATH, HOME } = process.env;
  const child = spawn(program, words, { cwd, env: { PATH, HOME, ...settings } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, ended: once(child, 'close'), output: () => output };
}
