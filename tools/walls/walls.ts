import { posix } from 'node:path'
import { importsOf, type RoomManifest, roomOf, type SourceFile } from './tree.ts'

/** A breach of a wall: where, what was found, what is allowed, and why. */
export interface Breach {
  readonly path: string
  readonly found: string
  readonly expected: string
  readonly why: string
}

type Layer = 'kernel' | 'kit' | 'platform' | 'products' | 'venues' | 'rails' | 'apps' | 'outside'

function layerOf(folder: string): Layer {
  const first = folder.split('/')[0] ?? ''
  const layers: readonly Layer[] = ['kernel', 'kit', 'platform', 'products', 'venues', 'rails', 'apps']
  return layers.find((layer) => layer === first) ?? 'outside'
}

// kernel ← kit ← platform ← products ← apps. Venues and rails know the platform's ports; only apps/server wires them.
// Folders outside of the layers (bench, tools, tests) may import everything: nothing imports them.
const mayImport: Readonly<Record<Layer, readonly Layer[]>> = {
  kernel: [],
  kit: ['kernel', 'kit'],
  platform: ['kernel', 'kit', 'platform'],
  products: ['kernel', 'kit', 'platform'],
  venues: ['kernel', 'kit', 'platform'],
  rails: ['kernel', 'kit', 'platform'],
  apps: ['kernel', 'kit', 'platform', 'products', 'venues', 'rails'],
  outside: ['kernel', 'kit', 'platform', 'products', 'venues', 'rails', 'apps', 'outside'],
}

/** Whether a file's text or name marks it as a test, which may use test kit and fixtures of rooms it depends on. */
function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('tests/') || path.startsWith('kit/test/')
}

/** The application composed for tests: rooms' own tests look at their room in it, and nothing of the product imports a test. */
const composedApp = 'tests/app'
const mayImportComposedApp = (path: string): boolean => isTest(path) || path.includes('/testing/')

/** Whether a name is one of the doors of its room. */
function opensTo({ name, doors }: RoomManifest, named: string): boolean {
  const door = named === name ? '.' : `.${named.slice(name.length)}`
  return doors.some((known) => known === door || (known.endsWith('/*') && door.startsWith(known.slice(0, -1))))
}

function breachesOfImport(
  file: SourceFile,
  room: RoomManifest,
  rooms: readonly RoomManifest[],
  named: string,
): Breach[] {
  if (named.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(file.path), named))
    const other = roomOf(target, rooms)
    if (other === undefined || other.folder === room.folder) return []
    return [
      {
        path: file.path,
        found: `import '${named}' reaches into ${other.folder}`,
        expected: `import from '${other.name}' through one of its doors`,
        why: 'a room may be changed inside without asking anybody',
      },
    ]
  }
  if (!named.startsWith('@bolsillo/')) return []
  const target = rooms.find((candidate) => named === candidate.name || named.startsWith(`${candidate.name}/`))
  if (target === undefined) {
    return [
      { path: file.path, found: `import '${named}'`, expected: 'a room that exists', why: 'nothing has that name' },
    ]
  }
  const breaches: Breach[] = []
  if (!opensTo(target, named)) {
    breaches.push({
      path: file.path,
      found: `import '${named}'`,
      expected: `one of the doors ${target.doors.join(' ')}`,
      why: 'nothing reaches inside another room',
    })
  }
  const isComposedForTest = target.folder === composedApp && mayImportComposedApp(file.path)
  if (target.folder === room.folder || isComposedForTest) return breaches
  const [from, to] = [layerOf(room.folder), layerOf(target.folder)]
  if (!mayImport[from].includes(to)) {
    breaches.push({
      path: file.path,
      found: `${room.folder} imports ${target.folder}`,
      expected: `${from} imports only from ${mayImport[from].join(', ') || 'nothing'}`,
      why: 'products sink what they share into platform; nothing below knows what is above',
    })
  }
  const isDeclared = from === 'outside' || from === 'apps' || room.dependencies.includes(target.name)
  if (!isDeclared && !isTest(file.path)) {
    breaches.push({
      path: file.path,
      found: `imports ${target.name}`,
      expected: `${room.folder}/package.json to declare it`,
      why: 'the manifest is where a reader sees what a room depends on',
    })
  }
  return breaches
}

/** Cycles among the rooms, by what their sources import: each as the list of folders along it. */
export function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const visit = (folder: string, trail: readonly string[]): void => {
    const again = trail.indexOf(folder)
    if (again >= 0) {
      cycles.push([...trail.slice(again), folder])
      return
    }
    if (done.has(folder)) return
    for (const next of edges.get(folder) ?? []) visit(next, [...trail, folder])
    done.add(folder)
  }
  for (const folder of edges.keys()) visit(folder, [])
  return cycles
}

/**
 * Every breach of the walls between rooms.
 * @throws Error when it read fewer rooms with sources than manifests exist: a check that read nothing must not pass.
 */
export function findWallBreaches(files: readonly SourceFile[], rooms: readonly RoomManifest[]): Breach[] {
  const seen = new Set<string>()
  const edges = new Map<string, Set<string>>()
  const breaches: Breach[] = []
  for (const file of files) {
    const room = roomOf(file.path, rooms)
    if (room === undefined || !/\.(ts|tsx|mts)$/.test(file.path)) continue
    seen.add(room.folder)
    for (const named of importsOf(file.text)) {
      breaches.push(...breachesOfImport(file, room, rooms, named))
      const target = rooms.find((candidate) => named === candidate.name || named.startsWith(`${candidate.name}/`))
      if (target === undefined || target.folder === room.folder || target.folder === composedApp) continue
      if (!isTest(file.path)) {
        edges.set(room.folder, (edges.get(room.folder) ?? new Set()).add(target.folder))
      }
    }
  }
  const unread = rooms.filter((room) => !seen.has(room.folder))
  if (unread.length > 0) {
    throw new Error(`the wall check read no source of: ${unread.map((room) => room.folder).join(', ')}`)
  }
  for (const cycle of findCycles(edges)) {
    breaches.push({
      path: cycle[0] ?? '',
      found: cycle.join(' → '),
      expected: 'no cycle',
      why: 'rooms in a cycle can only be understood together',
    })
  }
  return breaches
}
