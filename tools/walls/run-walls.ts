import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findCircles } from './circles.ts'
import { findUnusedExports } from './exports.ts'
import { findIdioms, readIdioms } from './idioms.ts'
import { findMissingNamedFiles } from './named-files.ts'
import { findBindings, findFullFolders, findLongFunctions, findProductNames, findSmallFiles } from './ratchets.ts'
import { remaining } from './remaining.ts'
import { findBeyondRemaining, remainingText, shrink } from './remaining-places.ts'
import { findMisshapenRooms, findUntidiness } from './tidy.ts'
import { readRooms, readSources } from './tree.ts'
import { type Breach, findWallBreaches } from './walls.ts'

const root = new URL('../../', import.meta.url)
const files = readSources(fileURLToPath(root))
const rooms = readRooms(fileURLToPath(root))

/** One breach as three lines a reader can act on. */
function describe(breach: Breach): string {
  return `${breach.path}\n  found     ${breach.found}\n  expected  ${breach.expected}\n  why       ${breach.why}`
}

const findings = [
  ...findLongFunctions(files),
  ...findFullFolders(files),
  ...findSmallFiles(files),
  ...findBindings(files),
  ...findProductNames(files),
  ...findIdioms(files, readIdioms(readFileSync(new URL('GLOSSARY.md', root), 'utf8'))),
]
const left = process.argv.includes('--shrink') ? shrink(findings, remaining) : remaining
if (left !== remaining) writeFileSync(new URL('remaining.ts', import.meta.url), remainingText(left))

const breaches = [
  ...findWallBreaches(files, rooms),
  ...findUntidiness(files),
  ...findMisshapenRooms(files),
  ...findCircles(files),
  ...findUnusedExports(files),
  ...findMissingNamedFiles(files),
  ...findBeyondRemaining(findings, left),
]
for (const breach of breaches) console.log(describe(breach))
console.log(`walls: ${files.length} files in ${rooms.length} rooms, ${breaches.length} breaches`)
process.exitCode = breaches.length === 0 ? 0 : 1
