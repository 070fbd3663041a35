import { customerPrefix } from '@bolsillo/contract'
import type { Language, Phone } from '../stage/phone.ts'
import type { wordsOf } from '../stage/words.ts'

/** Who looks: somebody without an account, one who has just opened theirs, and one with a history. */
export type Who = 'nobody' | 'novice' | 'owner'

/** A phone with the words of its language. */
export interface Viewer extends Phone {
  readonly words: ReturnType<typeof wordsOf>
  readonly who: Who
  /** Six digits that confirm this person's orders. */
  readonly tradePassword: string
}

/** What a reply is changed to on its way: by the path of its call. */
export type Changes = Readonly<Record<string, (data: never) => unknown>>

/** One state of one page that is looked at. */
export interface Screen {
  readonly name: string
  readonly path: string
  readonly who: Who
  /** The page shows on purpose how waiting looks, and failing. */
  readonly showsWaiting?: boolean
  /** What is done on the page before it is looked at. */
  readonly steps?: (on: Viewer) => Promise<void>
  /** Replies of the server that are changed on their way, for states that take days to reach. */
  readonly changes?: Changes
  /** Names are long and amounts are large: what is cut short is cut on purpose. */
  readonly isStretched?: boolean
  /** The page is asked for something that is not there. */
  readonly isRefused?: boolean
  /** No call is answered. */
  readonly isCutOff?: boolean
  /** Looked at in one language only: its texts are seen elsewhere. */
  readonly languages?: readonly Language[]
}

/** Installs what a screen changes on the wire. @returns what takes it away again. */
export async function changeWire({ page }: Viewer, screen: Screen): Promise<() => Promise<void>> {
  const { changes, isCutOff = false, isStretched = false } = screen
  if (changes === undefined && !isCutOff && !isStretched) return () => Promise.resolve()
  const wire = `**${customerPrefix}/**`
  await page.route(wire, async (route) => {
    if (isCutOff) return await route.abort()
    const response = await route.fetch()
    const envelope: { code: number; data: never } = await response.json()
    const path = new URL(route.request().url()).pathname.slice(customerPrefix.length)
    const change = changes?.[path]
    // A change that takes nothing of the reply is one of its own: also of what the server does not have.
    const isOwn = change?.length === 0
    const data = envelope.code !== 0 && !isOwn ? envelope.data : (change?.(envelope.data) ?? envelope.data)
    const answer = isOwn ? { response, status: 200 } : { response }
    const code = isOwn ? 0 : envelope.code
    await route.fulfill({ ...answer, json: { ...envelope, code, data: isStretched ? stretched(data) : data } })
  })
  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}

const longName = 'María Fernanda de los Ángeles Montemayor Villavicencio y Sánchez de la Barquera'
const nameFields = /^(?:name|fullName|holder|holderName|nickname|payerName|beneficiary|bankName|alias)$/
const amountFields = /^(?:posted|held|available|amount|value|total|balance|cost|closing|opening|net|fee|units|equity)$/

/** A reply with the longest names and the largest amounts anybody may have. */
function stretched(data: unknown, field = ''): unknown {
  if (Array.isArray(data)) return data.map((item) => stretched(item, field))
  if (typeof data === 'object' && data !== null) {
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, stretched(value, name)]))
  }
  if (typeof data !== 'string') return data
  if (nameFields.test(field) && data.length > 3) return longName
  // Ten thousand times as much: a large account, in the same units.
  if (amountFields.test(field) && /^-?[1-9]\d*$/.test(data)) return `${data}0000`
  if (amountFields.test(field) && /^-?[1-9]\d*\.\d+$/.test(data)) return data.replace('.', '0000.')
  return data
}
