/** A list with one of its entries moved in front of another one, or to the end. An entry moved in front of itself stays. */
export function movedBefore<Entry>(
  entries: readonly Entry[],
  entry: Entry,
  before: Entry | undefined,
): readonly Entry[] {
  if (entry === before) return entries
  const others = entries.filter((one) => one !== entry)
  const place = before === undefined ? others.length : others.indexOf(before)
  return others.toSpliced(place, 0, entry)
}
