/** Small whole numbers for positions, each the account's it belongs to. */
export function createSlots() {
  const idOfSlot: (string | undefined)[] = []
  const free: number[] = []
  return {
    idOf: (slot: number): string | undefined => idOfSlot[slot],
    take: (id: string): number => {
      const slot = free.pop() ?? idOfSlot.length
      idOfSlot[slot] = id
      return slot
    },
    free: (slot: number): void => {
      idOfSlot[slot] = undefined
      free.push(slot)
    },
  }
}
