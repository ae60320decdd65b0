import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { connectInThread } from '../../db';
import type { DatabaseAddress } from '../../db';
import { ApiError } from '../../errors';
import type { TaskAnswer, TaskMessage, TaskInput, TaskOutcome, TaskName } from './CanvasTasks';
import { ownBuffers } from '../buffers';
import { tasks } from './tasks';

/** Data that the pool gives each of its threads. */
export interface ThreadData {
  database: DatabaseAddress;
}

const { database } = workerData as ThreadData;
const db = connectInThread(database);

/** Runs a task in this worker thread. What is thrown travels as a value: a failed promise means that the thread is gone. */
export async function runTask({ name, input }: TaskMessage): Promise<unknown> {
  const outcome = await outcomeOf(name, input);
  return move({ [transferableSymbol]: ownBuffers(outcome), [valueSymbol]: outcome });
}

async function outcomeOf<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
): Promise<TaskOutcome<TaskAnswer<Name>>> {
  try {
    return { answer: await tasks[name](db, input) };
  } catch (error) {
    if (error instanceof ApiError) {
      const { status, code, message, headers, more } = error;
      return { refused: { status, code, message, headers, more } };
    }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
