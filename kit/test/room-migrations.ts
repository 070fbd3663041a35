import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { RoomMigrations } from '@bolsillo/server-kit'

const root = new URL('../../', import.meta.url)

/**
 * The migrations of every room that stores something, dependencies first, found by the shape of the tree: so that a
 * room can be tested before any application mounts it.
 */
export function allRoomMigrations(): readonly RoomMigrations[] {
  const rooms = new Map<string, { readonly room: RoomMigrations; readonly dependencies: readonly string[] }>()
  for (const layer of ['platform', 'products', 'rails']) {
    for (const folder of readdirSync(new URL(`${layer}/`, root)).sort()) {
      const manifest: unknown = JSON.parse(readFileSync(new URL(`${layer}/${folder}/package.json`, root), 'utf8'))
      const { name, dependencies } = manifest as { name: string; dependencies?: Record<string, string> }
      const migrations = new URL(`${layer}/${folder}/server/migrations/`, root)
      rooms.set(name, { room: { room: folder, folder: migrations }, dependencies: Object.keys(dependencies ?? {}) })
    }
  }
  const ordered = new Set<string>()
  const place = (name: string): void => {
    const found = rooms.get(name)
    if (found === undefined || ordered.has(name)) return
    for (const dependency of found.dependencies) place(dependency)
    ordered.add(name)
  }
  for (const name of rooms.keys()) place(name)
  return [...ordered].flatMap((name) => {
    const found = rooms.get(name)
    return found !== undefined && existsSync(found.room.folder) ? [found.room] : []
  })
}
