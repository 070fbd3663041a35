import { setFlagsFromString } from 'node:v8'

/**
 * Sets V8's collector up for a process that runs a desk; once, before anything is made. V8 notes which kinds of objects
 * live long and makes later ones in the old generation at once. What belongs to a batch lives as long as a batch takes, most
 * of them a hundredth of a second, and some a tenth: made there it is garbage in a moment, which only a whole collection
 * finds, and until then it keeps alive what is younger and hangs on it. Decision 50.
 */
export function tuneCollector(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
