/** Waits for the next turn of the event loop, so that long sums leave room for anyone who is waiting between their parts. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
