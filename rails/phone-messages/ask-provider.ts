import type { MessageOutcome } from '@bolsillo/identity/server'
import type { ProviderRequest } from './dialect.ts'

const answerMsMost = 15_000
const answerBytesMax = 65_536

/** Asks over the network. A redirection is followed nowhere: the credentials are for one address. */
export async function askProvider(
  url: string,
  { path, headers, body }: ProviderRequest,
  read: (status: number, body: unknown) => MessageOutcome,
  answerMs: number = answerMsMost,
): Promise<MessageOutcome> {
  try {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json' },
      body,
      redirect: 'manual',
      // The whole of it: also a body that comes a byte at a time.
      signal: AbortSignal.timeout(answerMs),
    })
    return read(answer.status, jsonOf(await readBounded(answer)))
  } catch (error) {
    return { kind: 'down', problem: isCertificate(error) ? 'insecure' : 'unreachable' }
  }
}

async function readBounded(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > answerBytesMax) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Whether the other side could not show who it is. */
function isCertificate(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|SSL/.test(code)
}
