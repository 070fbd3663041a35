import { fileURLToPath } from 'node:url'
import { findCircles } from './circles.ts'
import { findUnusedExports } from './exports.ts'
import { findMisshapenRooms, findUntidiness } from './tidy.ts'
import { readRooms, readSources } from './tree.ts'
import { type Breach, findWallBreaches } from './walls.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = readSources(root)
const rooms = readRooms(root)

/** One breach as three lines a reader can act on. */
function describe(breach: Breach): string {
  return `${breach.path}\n  found     ${breach.found}\n  expected  ${breach.expected}\n  why       ${breach.why}`
}

const breaches = [
  ...findWallBreaches(files, rooms),
  ...findUntidiness(files),
  ...findMisshapenRooms(files),
  ...findCircles(files),
  ...findUnusedExports(files),
]
for (const breach of breaches) console.log(describe(breach))
console.log(`walls: ${files.length} files in ${rooms.length} rooms, ${breaches.length} breaches`)
process.exitCode = breaches.length === 0 ? 0 : 1
