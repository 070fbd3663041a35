/** Where the COMMIT of one connection is in the bytes its client sends. */
export interface CommitWatch {
  /** Reads the next bytes of the client. @returns where in them a COMMIT begins and ends, if one is whole in them. */
  readonly read: (chunk: Buffer) => { readonly from: number; readonly to: number } | undefined
}

const typeParse = 0x50
const typeBind = 0x42
const typeQuery = 0x51
const headerBytes = 5

/**
 * Finds COMMITs in what a client of PostgreSQL sends. The driver prepares the statement `commit` once for each connection
 * and names it afterwards, so the name is learned where the statement is parsed.
 */
export function createCommitWatch(): CommitWatch {
  let started = false
  let rest: Buffer = Buffer.alloc(0)
  const names = new Set<string>()

  const texts = (body: Buffer, count: number): string[] => {
    const found: string[] = []
    for (let at = 0; found.length < count; ) {
      const end = body.indexOf(0, at)
      if (end < 0) break
      found.push(body.toString('latin1', at, end))
      at = end + 1
    }
    return found
  }
  const isCommit = (type: number, body: Buffer): boolean => {
    const [first = '', second = ''] = texts(body, 2)
    if (type === typeQuery) return first === 'commit'
    if (type === typeParse && second === 'commit') {
      names.add(first)
      return false
    }
    return type === typeBind && names.has(second)
  }

  return {
    read: (chunk) => {
      const before = rest.length
      let bytes = before === 0 ? chunk : Buffer.concat([rest, chunk])
      let at = 0
      let found: { from: number; to: number } | undefined
      if (!started) {
        // The first message of a connection has a length and no type.
        if (bytes.length < 4 || bytes.length < bytes.readUInt32BE(0)) {
          rest = bytes
          return undefined
        }
        at = bytes.readUInt32BE(0)
        started = true
      }
      while (bytes.length - at >= headerBytes) {
        const length = bytes.readUInt32BE(at + 1) + 1
        if (bytes.length - at < length) break
        const body = bytes.subarray(at + headerBytes, at + length)
        if (isCommit(bytes[at] ?? 0, body)) {
          // What follows a Bind in the same chunk is its Execute and Sync: only with them it is a COMMIT.
          found = { from: Math.max(0, at - before), to: chunk.length }
        }
        at += length
      }
      bytes = bytes.subarray(at)
      rest = Buffer.from(bytes)
      return found
    },
  }
}
