import { remembering } from '../remembering.ts'

/** The Host names a server answers to. A page loaded under any other name is not ours. */
export interface HostList {
  readonly allows: (host: string | undefined) => boolean
}

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'
const hostShape = new RegExp(`^(${label}(?:\\.${label})*|\\[[0-9a-f:.]{2,45}\\])(?::([0-9]{1,5}))?$`, 'i')
const portMax = 65_535

interface Host {
  readonly name: string
  readonly port: string | undefined
}

/** A host as the header writes it: `app.example`, `127.0.0.1:8080`, `[::1]:8080`; undefined when it is none. */
export function readHostName(text: string): Host | undefined {
  const [, name, port] = hostShape.exec(text) ?? []
  if (name === undefined || text.length > 260 || Number(port ?? 0) > portMax) return undefined
  return { name: name.toLowerCase(), port }
}

/**
 * The list of hosts of a server. An entry with a port allows only that port, one without allows any, because a tunnel
 * has another port. @throws Error for an invalid entry, which the configuration refuses earlier.
 */
export function createHostList(entries: readonly string[]): HostList {
  const hosts = entries.map((entry) => {
    const host = readHostName(entry)
    if (host === undefined) throw new Error(`no host: ${entry}`)
    return host
  })
  const isListed = remembering((text) => {
    const asked = readHostName(text)
    return (
      asked !== undefined && hosts.some(({ name, port }) => name === asked.name && (port ?? asked.port) === asked.port)
    )
  })
  return { allows: (host) => host !== undefined && isListed(host) }
}
