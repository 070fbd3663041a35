import { customerPrefix, headerNames } from '@bolsillo/contract'
import { type Client, useKit, useSession } from '@bolsillo/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readProof, reportProofCheck } from '../contract/index.ts'
import { type Ask, type AskAsAnybody, type CheckResult, checkProof } from './check-proof.ts'
import { readRemembered, remember } from './remembered.ts'

const askWith =
  (client: Client): Ask =>
  async (call, request) => {
    const answer = await client.call(call, request)
    // Not to be reached is not the same as not to be there.
    if (answer.kind === 'unknown') throw new Error('the proof could not be asked for')
    return answer.kind === 'reply' ? answer.data : undefined
  }

const asAnybody: AskAsAnybody = async (number) => {
  const response = await fetch(`${customerPrefix}${readProof.path}?number=${number}`, {
    headers: { [headerNames.requestedWith]: 'XMLHttpRequest' },
    credentials: 'omit',
    cache: 'no-store',
  })
  const read: unknown = await response.json()
  const data = typeof read === 'object' && read !== null && 'data' in read ? read.data : undefined
  if (typeof data !== 'object' || data === null || !('hash' in data) || !('statement' in data)) return undefined
  const { hash, statement } = data
  return typeof hash === 'string' && typeof statement === 'string' ? { hash, statement } : undefined
}

/** Runs the check, remembers its result, and tells the server so that it can be counted. */
export async function runCheck(
  client: Client,
  customerNumber: string | undefined,
  entriesPerAccount?: number,
): Promise<CheckResult | undefined> {
  const result = await checkProof(askWith(client), asAnybody, readRemembered(), customerNumber, entriesPerAccount)
  if (result === undefined) return undefined
  remember(result)
  await client.call(reportProofCheck, { number: result.number, sound: result.sound }, client.newKey())
  return result
}

/** The progress of a check that was begun. */
export type Checking =
  | { readonly kind: 'checking' | 'nothing' | 'failed' }
  | { readonly kind: 'checked'; readonly result: CheckResult }

/** The check of a page: begins with it, and again when asked. */
export function useProofCheck(entriesPerAccount: number): { readonly state: Checking; readonly again: () => void } {
  const { client, session } = useKit()
  const { token } = useSession()
  const [state, setState] = useState<Checking>({ kind: 'checking' })
  const round = useRef(0)
  const again = useCallback((): void => {
    round.current += 1
    const own = round.current
    setState({ kind: 'checking' })
    runCheck(client, session.read().user?.id, entriesPerAccount)
      .then((result): Checking => (result === undefined ? { kind: 'nothing' } : { kind: 'checked', result }))
      .catch((): Checking => ({ kind: 'failed' }))
      .then((next) => own === round.current && setState(next))
  }, [client, session, entriesPerAccount])
  useEffect(() => {
    if (token !== '') again()
  }, [token, again])
  return { state, again }
}
