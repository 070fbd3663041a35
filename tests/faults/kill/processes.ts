import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A process of this machine, as /proc has it. */
export interface SeenProcess {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** Every process, those that end while one looks left out. */
export function listProcesses(): readonly SeenProcess[] {
  return readdirSync('/proc').flatMap((name): SeenProcess[] => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(join('/proc', name, 'stat'), 'utf8')
      const [state, parent] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
      // Who has ended and was not waited for by its parent is not there any more.
      if (state === 'Z') return []
      const command = readFileSync(join('/proc', name, 'cmdline'), 'utf8')
        .replaceAll('\0', ' ')
        .trim()
      return [{ pid: Number(name), parent: Number(parent), command }]
    } catch {
      return []
    }
  })
}

/** The processes of a postmaster: backends, writers, and whatever else it started. */
export function childrenOf(pid: number): readonly SeenProcess[] {
  return listProcesses().filter(({ parent }) => parent === pid)
}

/** The processes that name a folder, in their command or in their environment: whoever works there. */
export function processesAt(folders: readonly string[]): readonly SeenProcess[] {
  return listProcesses().filter(({ pid, command }) => {
    const words = `${command} ${environmentOf(pid)}`
    return folders.some((folder) => words.includes(folder))
  })
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(join('/proc', String(pid), 'environ'), 'utf8')
  } catch {
    return ''
  }
}

/** Whether a process is there. */
export function isThere(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && listProcesses().some((seen) => seen.pid === pid)
}

/** The backends that serve the application. */
export function backendsOf(postmaster: number): readonly SeenProcess[] {
  return childrenOf(postmaster).filter(({ command }) => /^postgres: bolsillo_app_/.test(command))
}
