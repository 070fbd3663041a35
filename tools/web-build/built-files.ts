import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** SHA-256 of each file, by its path from the folder. */
export type BuiltFiles = ReadonlyMap<string, string>

/** The files of a built app as a server sends them: without what is only the server's, and what it packs them into. */
export function readBuilt(folder: string): BuiltFiles {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !/(?:^|\/)\.|\.(?:br|gz)$/.test(name) && statSync(join(folder, name)).isFile())
    .sort()
  return new Map(names.map((name) => [name, sha256(readFileSync(join(folder, name)))]))
}

/** SHA-256 of what a server sends for each of these files. A file it does not send is the empty text. */
export async function readServed(origin: string, names: readonly string[]): Promise<BuiltFiles> {
  const served = new Map<string, string>()
  for (const name of names) {
    const answer = await fetch(new URL(name === 'index.html' ? '/' : name, origin), { redirect: 'error' })
    served.set(name, answer.ok ? sha256(new Uint8Array(await answer.arrayBuffer())) : '')
  }
  return served
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The files two sets differ in: another content, or only in one. */
export function differing(one: BuiltFiles, other: BuiltFiles): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name)).sort()
}
