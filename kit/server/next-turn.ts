/** Waits for the next turn of the event loop, so that other work runs between the parts of a long computation. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
