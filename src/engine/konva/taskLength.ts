/** Length of one task beside the painting, in milliseconds: a frame has room for it. */
export const TASK_MS = 5;
