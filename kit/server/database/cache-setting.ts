import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024
const cacheBounds = { leastMib: 128, mostMib: 1024 }
/**
 * The database shares the machine with the server and other processes, so its cache takes a sixteenth of the memory.
 */
const cacheShare = 16

/** The database's own cache for a machine (or a container) with this much memory. */
export function cacheSetting(memoryBytes: number): string {
  const share = Math.floor(memoryBytes / mebibyte / cacheShare)
  return `${Math.max(cacheBounds.leastMib, Math.min(cacheBounds.mostMib, share))}MB`
}

/** The memory available to this process: the machine's, or its container's. */
export function memoryOfMachine(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}
