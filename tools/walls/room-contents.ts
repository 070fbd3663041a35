import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call, Channel } from '@bolsillo/contract'

/** Whether a value is a call of a contract. */
export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'rejections' in value
/** Whether a value is a channel of a contract. */
export const isChannel = (value: unknown): value is Channel =>
  typeof value === 'object' && value !== null && 'snapshot' in value && 'delta' in value && 'conflation' in value

/** Calls and channels a contract exports, singly or in a list or record. */
export function exported<T>(module: Record<string, unknown>, is: (value: unknown) => value is T): T[] {
  const found = new Set<T>()
  for (const value of Object.values(module)) {
    const candidates = Array.isArray(value)
      ? value
      : [value, ...(typeof value === 'object' && value !== null ? Object.values(value) : [])]
    for (const candidate of candidates) if (is(candidate)) found.add(candidate)
  }
  return [...found]
}

/** Files below a folder whose names end so, sorted; none where there is no folder. */
export function filesUnder(folder: string, ending: RegExp): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => ending.test(file))
    .sort()
}

/** What a room's contract exports; nothing where it has none. */
export async function contractOf(folder: string, file: string): Promise<Record<string, unknown>> {
  const path = join(folder, file)
  return existsSync(path) ? ((await import(pathToFileURL(path).href)) as Record<string, unknown>) : {}
}
