import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** One source file of the repository: its path from the root with `/`, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** A room: a workspace with a manifest of its own. */
export interface RoomManifest {
  /** `platform/ledger` */
  readonly folder: string
  /** `@bolsillo/ledger` */
  readonly name: string
  /** The doors: `./contract`, `./server` … */
  readonly doors: readonly string[]
  readonly dependencies: readonly string[]
}

const skippedFolders = new Set(['node_modules', 'dist', 'var', '.git', '.cache', 'screenshots', 'coverage'])
const sourceEnding = /\.(ts|tsx|mts|mjs|js|css|sql|md)$/

/** Every source file under a root, without what is installed, built or stored. */
export function readSources(root: string, folder = root): SourceFile[] {
  return readdirSync(folder).flatMap((name): SourceFile[] => {
    if (skippedFolders.has(name)) return []
    const full = join(folder, name)
    if (statSync(full).isDirectory()) return readSources(root, full)
    if (!sourceEnding.test(name)) return []
    return [{ path: relative(root, full).replaceAll('\\', '/'), text: readFileSync(full, 'utf8') }]
  })
}

/** The folders that hold one room each, and the single rooms, as the root manifest's workspaces name them. */
export function readRooms(root: string): RoomManifest[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  const folders = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    if (!existsSync(join(root, parent))) return []
    return readdirSync(join(root, parent))
      .map((name) => `${parent}/${name}`)
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
  })
  return folders
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
        name: string
        exports?: Record<string, string>
        dependencies?: Record<string, string>
      }
      return {
        folder,
        name: manifest.name,
        doors: Object.keys(manifest.exports ?? {}),
        dependencies: Object.keys(manifest.dependencies ?? {}),
      }
    })
}

/** The room a file belongs to: the one with the longest folder that holds it. */
export function roomOf(path: string, rooms: readonly RoomManifest[]): RoomManifest | undefined {
  return rooms.filter((room) => path.startsWith(`${room.folder}/`)).sort((a, b) => b.folder.length - a.folder.length)[0]
}

const importShapes = [
  /\bfrom\s*['"]([^'"]+)['"]/g,
  /\bimport\s*\(\s*['"]([^'"]+)['"]\s*\)/g,
  /\bimport\s*['"]([^'"]+)['"]/g,
]

/** Every module a source names: static, dynamic and side-effect imports, and re-exports. Comments are not read. */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return importShapes.flatMap((shape) => [...code.matchAll(shape)].map((match) => match[1] ?? ''))
}
