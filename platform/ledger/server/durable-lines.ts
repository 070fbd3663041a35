import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Opens a file of lines, made with its folder when missing. @returns its last whole line. */
export async function openLines(file: string): Promise<string | undefined> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  return await repairEnd(file)
}

/** Adds to a file, and returns when it is on disk. */
export async function appendDurably(file: string, text: string): Promise<void> {
  await withFile(file, 'a', async (handle) => {
    await handle.writeFile(text)
    await handle.datasync()
  })
}

/** Takes off a last line that a crash cut short: it was never complete, so nobody was shown it. @returns the line before. */
async function repairEnd(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length)
    await withFile(file, 'r+', async (handle) => {
      await handle.truncate(Buffer.byteLength(text.slice(0, end)))
      await handle.datasync()
    })
  return text.slice(0, end).split('\n').at(-2)
}

async function withFile(file: string, flags: string, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(file, flags)
  try {
    await work(handle)
  } finally {
    await handle.close()
  }
}
