import { closeSync, existsSync, mkdirSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file of lines could not be read or written: a full disk, a folder that is gone. */
export class FileFailed extends Error {
  override name = 'FileFailed'
}

const newline = 0x0a
/** What is read of the end of a file at first: more than any line of a signed head. */
const endBytes = 4096

/** Opens a file of lines, made with its folder when missing. @returns its last whole line. */
export async function openLines(file: string): Promise<string | undefined> {
  return await onFile(file, async () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    return await repairEnd(file)
  })
}

const bytesAtOnce = 1_048_576

/** A file of lines in parts, each of whole lines: the longest text there can be is shorter than a file of years. */
export function* readInParts(file: string, atOnce = bytesAtOnce): Generator<string> {
  const handle = openSync(file, 'r')
  try {
    for (let [left, bytes] = [Buffer.alloc(0), Buffer.alloc(atOnce)]; ; ) {
      const count = readSync(handle, bytes, 0, atOnce, null)
      if (count === 0) return
      const read = Buffer.concat([left, bytes.subarray(0, count)])
      const end = read.lastIndexOf(newline) + 1
      if (end > 0) yield read.toString('utf8', 0, end)
      left = read.subarray(end)
    }
  } finally {
    closeSync(handle)
  }
}

/** Adds to a file, and returns when it is on disk. */
export async function appendDurably(file: string, text: string): Promise<void> {
  await withFile(file, 'a', async (handle) => {
    await handle.writeFile(text)
    await handle.datasync()
  })
}

/** Puts a text in the place of a file's: whoever reads it meanwhile reads the one or the other, whole. */
export async function replaceDurably(file: string, text: string): Promise<void> {
  await onFile(file, async () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
    await withFile(`${file}.new`, 'w', async (handle) => {
      await handle.writeFile(text)
      await handle.datasync()
    })
    await rename(`${file}.new`, file)
  })
}

/** Takes off a last line that a crash cut short: it was never complete, so nobody was shown it. @returns the line before. */
async function repairEnd(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined
  return await withFile(file, 'r+', async (handle) => {
    const { size } = await handle.stat()
    // A file of years is not read whole: the last line is looked for from the end, in parts that double.
    for (let bytes = endBytes; ; bytes *= 2) {
      const from = Math.max(0, size - bytes)
      const part = Buffer.alloc(size - from)
      await handle.read(part, 0, part.length, from)
      const end = part.lastIndexOf(newline)
      const before = end < 1 ? -1 : part.lastIndexOf(newline, end - 1)
      if (from > 0 && before < 0) continue
      if (end + 1 < part.length) {
        await handle.truncate(from + end + 1)
        await handle.datasync()
      }
      return end < 0 ? undefined : part.toString('utf8', before + 1, end)
    }
  })
}

async function withFile<T>(file: string, flags: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  return await onFile(file, async () => {
    const handle = await open(file, flags, 0o600)
    try {
      return await work(handle)
    } finally {
      await handle.close()
    }
  })
}

/** @throws FileFailed for whatever goes wrong with a file, so that it is distinct from failures elsewhere. */
async function onFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof FileFailed) throw cause
    throw new FileFailed(`${file}: ${cause instanceof Error ? cause.message : 'failed'}`, { cause })
  }
}
