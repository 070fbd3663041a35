const eventsPerRow = 1_000_000
const rowsPerDay = 1_000_000

/**
 * Day, line and event in one rising number: 1 000395 000002 is the first recorded day, line 395 of its file, the second
 * thing that happened under that quote. The quote's own number ends in zeros. Days up to 9,000 stay below 2^53.
 */
export function sequenceOf(day: number, line: number, event: number): number {
  return ((day + 1) * rowsPerDay + line) * eventsPerRow + Math.min(event, eventsPerRow - 1)
}

/** What a sequence says: the recorded day (0 is the first), the line of its file, the event under it. */
export function readSequence(sequence: number): {
  readonly day: number
  readonly line: number
  readonly event: number
} {
  const row = Math.floor(sequence / eventsPerRow)
  return { day: Math.floor(row / rowsPerDay) - 1, line: row % rowsPerDay, event: sequence % eventsPerRow }
}
